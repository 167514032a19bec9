/* Reads any feed: RSS, Atom, CDF and JSON Feed, valid or not. Written by cbindgen from src/lib.rs. */

#ifndef BOZOFEED_H
#define BOZOFEED_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 Reads a document, and returns the answer to a question about it: a JSON text in UTF-8 that ends with a NUL.

 The question is a JSON object in UTF-8 that ends with a NUL, or NULL. It may have the members `id`, `url`, `headers`, the options
 of reading (`sanitize`, `resolve_urls`, `remove_tracking`, `encoding_policy`, `limits`), and `as` with those of writing; others are
 ignored. The answer has the members of an answer of `bozofeed --ndjson`. If there is none, it has `error`, a message for people,
 and `failure`: `Refused` for a question that cannot be read, such as one with a member of a wrong type, `Crash` for a bug of the
 library, `NotAFeed` or `MissingDate` if the feed cannot be written.

 A document that is compressed with gzip is decompressed. The call needs 96 KiB of stack, however deep the document is nested.

 `document` points to `length` bytes, which are read only during the call; it may be NULL if there are none. The answer is
 never NULL, and belongs to the caller, who passes it to `bozofeed_free`. Any number of threads may call this at the same
 time.

 # Safety

 `document` must be valid for reads of `length` bytes, and `question` must be NULL or end with a NUL.
 */
char *bozofeed_parse(const uint8_t *document,
                     size_t length,
                     const char *question);

/*
 Frees an answer of `bozofeed_parse`. NULL is ignored.

 # Safety

 `answer` must be NULL or come from `bozofeed_parse`, and must not have been freed or changed.
 */
void bozofeed_free(char *answer);

/*
 Returns the version of the library, such as "0.2.0". It is not to be freed.
 */
const char *bozofeed_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* BOZOFEED_H */
