/* Prints the answer for a document on standard input: answer < feed.xml '{"url": "https://example.org/feed"}' */
#include <stdio.h>
#include <stdlib.h>

#include "bozofeed.h"

int main(int count, char **arguments) {
  unsigned char *document = NULL;
  size_t length = 0, room = 0, read = 0;
  do {
    length += read;
    if (length == room) {
      room = room ? 2 * room : 65536;
      unsigned char *larger = realloc(document, room);
      if (!larger) return free(document), 1;
      document = larger;
    }
  } while ((read = fread(document + length, 1, room - length, stdin)) > 0);

  char *answer = bozofeed_parse(document, length, count > 1 ? arguments[1] : NULL);
  free(document);
  int failed = puts(answer) < 0;
  bozofeed_free(answer);
  return failed;
}
