"""Copies the documentation of the compiled module to its stub.

    python tests/stub.py            fails if the stub differs
    python tests/stub.py --write    updates the stub
"""

from __future__ import annotations

import ast
import pathlib
import sys
import textwrap

from bozofeed import _bozofeed

STUB = pathlib.Path(__file__).parents[1] / "bozofeed" / "_bozofeed.pyi"


def documented(text: str) -> tuple[str, list[str]]:
    """Returns the stub with the module's documentation, and the public members without documentation."""
    lines = text.splitlines()
    missing = []
    edits = []
    for node in ast.parse(text).body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            edits.append((node, getattr(_bozofeed, node.name), node.name))
        if isinstance(node, ast.ClassDef):
            kind = getattr(_bozofeed, node.name)
            members = [member for member in node.body if isinstance(member, ast.FunctionDef)]
            edits += [(member, getattr(kind, member.name, None), f"{node.name}.{member.name}") for member in members if not member.name.startswith("_")]
    for node, documented, name in reversed(edits):
        documentation = getattr(documented, "__doc__", None)
        if not documentation:
            missing.append(name)
            continue
        first = node.body[0]
        indent = " " * (node.col_offset + 4)
        quoted = textwrap.indent(f'"""{documentation.strip()}', indent, lambda line: bool(line.strip()))
        quoted += f'\n{indent}"""' if "\n" in documentation.strip() else '"""'
        has_documentation = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
        if has_documentation:
            lines[first.lineno - 1 : first.end_lineno] = quoted.splitlines()
        elif isinstance(node, ast.ClassDef):
            lines[first.lineno - 1 : first.lineno - 1] = quoted.splitlines()
        else:
            # A body of three dots, on the last line of the signature.
            at = first.lineno - 1
            lines[at : at + 1] = [lines[at].removesuffix(" ..."), *quoted.splitlines()]
    return "\n".join(lines) + "\n", missing


def main() -> int:
    text = STUB.read_text(encoding="utf-8")
    wanted, missing = documented(text)
    if missing:
        print("without documentation:", ", ".join(missing))
    if "--write" in sys.argv:
        STUB.write_text(wanted, encoding="utf-8")
        return 0
    return int(wanted != text or bool(missing))


if __name__ == "__main__":
    sys.exit(main())
