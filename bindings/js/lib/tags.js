// Removes tags from markup like rss-parser, but in linear time. Its expressions are `([^\n])<\/?(?:h|br|…)(?:.|\n)*?>([^\n])`, whose
// match becomes `$1\n$2`, and `<(?:.|\n)*?>`, which is removed: `.` does not match a carriage return or a line or paragraph separator.

/** The start of a block tag, and the character before it, which is not a line feed. */
const BLOCK = /[^\n]<\/?(?:h|br|p|ul|ol|li|blockquote|section|table|tr|div)/g;
/** The end of a tag and the character after it, or a character that no tag contains. */
const BLOCK_END = />[^\n]|[\r\u2028\u2029]/g;
const TAG = /</g;
const TAG_END = /[>\r\u2028\u2029]/g;

/** Replaces the text from `start` to the first `end`, if that is a `>`; a match never extends beyond another `end`. */
function replaced(text, start, end, replace) {
  const parts = [];
  let from = 0;
  start.lastIndex = 0;
  for (let begin; (begin = start.exec(text)); ) {
    end.lastIndex = start.lastIndex;
    const found = end.exec(text);
    if (!found) break;
    if (found[0][0] === '>') {
      parts.push(text.slice(from, begin.index), replace(text[begin.index], text[end.lastIndex - 1]));
      from = end.lastIndex;
    }
    // A tag that starts before a character that no tag contains has no end.
    start.lastIndex = found[0][0] === '>' ? from : found.index;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

/** Returns the text between tags. A block tag between two characters on a line becomes a line feed. */
export function withoutTags(html) {
  const lines = replaced(html, BLOCK, BLOCK_END, (before, after) => `${before}\n${after}`);
  return replaced(lines, TAG, TAG_END, () => '');
}
