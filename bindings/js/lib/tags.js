// Markup without its tags, as rss-parser shows it, in linear time. Its expressions are `([^\n])<\/?(?:h|br|…)(?:.|\n)*?>([^\n])`, whose
// match becomes `$1\n$2`, and `<(?:.|\n)*?>`, which is removed: `.` is no carriage return and no separator of lines or paragraphs.

/** The beginning of a tag of a block, and the character before it, which is not the end of a line. */
const BLOCK = /[^\n]<\/?(?:h|br|p|ul|ol|li|blockquote|section|table|tr|div)/g;
/** The end of a tag and a character after it, or a character that no tag has. */
const BLOCK_END = />[^\n]|[\r\u2028\u2029]/g;
const TAG = /</g;
const TAG_END = /[>\r\u2028\u2029]/g;

/** Replaces what begins with `start` and reaches to the first `end`, which is a `>`; nothing reaches over another `end`. */
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
    // What begins before a character that no tag has ends nowhere.
    start.lastIndex = found[0][0] === '>' ? from : found.index;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

/** Returns the text between tags. A tag of a block between two characters of a line is the end of the line. */
export function withoutTags(html) {
  const lines = replaced(html, BLOCK, BLOCK_END, (before, after) => `${before}\n${after}`);
  return replaced(lines, TAG, TAG_END, () => '');
}
