//! Elements that HTML does not know.

/// Names of SVG and `MathML`. Ammonia removes an element of HTML that has one of them with its content.
#[rustfmt::skip]
static FOREIGN: &[&str] = &[
    "abs", "and", "animate", "annotation", "apply", "approx", "arccos", "arccosh", "arccot", "arccoth",
    "arccsc", "arccsch", "arcsec", "arcsech", "arcsin", "arcsinh", "arctan", "arctanh", "arg", "bind", "bvar",
    "card", "cartesianproduct", "cbytes", "ceiling", "cerror", "ci", "circle", "cn", "codomain", "complexes",
    "compose", "condition", "conjugate", "cos", "cosh", "cot", "coth", "cs", "csc", "csch", "csymbol", "curl",
    "declare", "defs", "degree", "desc", "determinant", "diff", "discard", "divergence", "divide", "domain",
    "domainofapplication", "ellipse", "emptyset", "eq", "equivalent", "eulergamma", "exists", "exp",
    "exponentiale", "factorial", "factorof", "false", "filter", "floor", "fn", "forall", "g", "gcd", "geq",
    "grad", "gt", "ident", "imaginary", "imaginaryi", "implies", "in", "infinity", "int", "integers",
    "intersect", "interval", "inverse", "lambda", "laplacian", "lcm", "leq", "limit", "line", "list", "ln",
    "log", "logbase", "lowlimit", "lt", "maction", "maligngroup", "malignmark", "marker", "mask", "matrix",
    "matrixrow", "max", "mean", "median", "menclose", "merror", "metadata", "mfenced", "mfrac", "mglyph", "mi",
    "min", "minus", "mlabeledtr", "mlongdiv", "mmultiscripts", "mn", "mo", "mode", "moment", "momentabout",
    "mover", "mpadded", "mpath", "mphantom", "mprescripts", "mroot", "mrow", "ms", "mscarries", "mscarry",
    "msgroup", "msline", "mspace", "msqrt", "msrow", "mstack", "mstyle", "msub", "msubsup", "msup", "mtable",
    "mtd", "mtext", "mtr", "munder", "munderover", "naturalnumbers", "neq", "none", "not", "notanumber",
    "notin", "notprsubset", "notsubset", "or", "otherwise", "outerproduct", "partialdiff", "path", "pattern",
    "pi", "piece", "piecewise", "plus", "polygon", "polyline", "power", "primes", "product", "prsubset",
    "quotient", "rationals", "real", "reals", "rect", "reln", "rem", "root", "scalarproduct", "sdev", "sec",
    "sech", "selector", "semantics", "sep", "set", "setdiff", "share", "sin", "sinh", "stop", "subset", "sum",
    "switch", "symbol", "tan", "tanh", "tendsto", "text", "times", "transpose", "true", "tspan", "union",
    "uplimit", "use", "variance", "vector", "vectorproduct", "view", "xor",
];

/// Elements that the single pass does not know although an HTML parser has rules for them (HTML Standard 13.2.6.4.7).
#[rustfmt::skip]
static WITH_RULES: &[&str] = &[
    "annotation-xml", "applet", "dialog", "frame", "frameset", "image", "isindex", "listing", "noembed", "noframes",
    "optgroup", "option", "plaintext", "search", "select", "template", "textarea", "title",
    "xmp",
];

/// Returns whether an element, whose name is in lower case, is only a container to an HTML parser and to ammonia. No list has
/// it, so that its content is kept.
pub(super) fn is_unknown(name: &str) -> bool {
    [FOREIGN, WITH_RULES].iter().all(|names| names.binary_search(&name).is_err())
}

#[cfg(test)]
mod tests {
    use super::{FOREIGN, WITH_RULES, is_unknown};
    use crate::content::sanitizer::FEED_PARSER;
    use crate::content::{Budget, links::Links};

    #[test]
    fn names_are_sorted() {
        assert!(FOREIGN.is_sorted() && WITH_RULES.is_sorted());
    }

    #[test]
    fn ammonia_removes_only_foreign_names_with_their_content() {
        for name in FOREIGN.iter().chain(&["x", "block", "o:p", "no-such-element"]) {
            let budget = Budget::default();
            let markup = format!("a<{name}>b</{name}>");
            let clean = FEED_PARSER.clean_by_ammonia(&markup, Links::new(None, &budget), &budget);
            assert_eq!(clean, if is_unknown(name) { "ab" } else { "a" }, "{name}");
        }
    }
}
