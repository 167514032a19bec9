/* Asks questions on a thread with a stack of exactly BYTES bytes, and prints the maximum stack use: stack BYTES FILE... */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bozofeed.h"

enum { UNTOUCHED = 0xA5 };

static const char *const QUESTIONS[] = {
    NULL,
    "{\"as\": \"json\", \"url\": \"https://a.example/b\", \"resolve_urls\": true, \"sanitize\": \"off\"}",
    "{\"as\": \"rss\"}",
    "{\"as\": \"atom\", \"headers\": {\"content-type\": \"text/xml; charset=iso-2022-jp\"}}",
    "{\"as\": \"json_feed\", \"encoding_policy\": \"browser\"}",
    "{\"as\": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
};

struct call {
  const unsigned char *document;
  size_t length;
  const char *question;
};

static void *ask(void *argument) {
  const struct call *call = argument;
  bozofeed_free(bozofeed_parse(call->document, call->length, call->question));
  return NULL;
}

/* Asks on a separate thread, and returns the number of stack bytes that were written to. The system reserves a part of the stack. */
static size_t used(struct call *call, unsigned char *stack, size_t size) {
  pthread_attr_t attributes;
  pthread_t thread;
  size_t untouched = 0;
  memset(stack, UNTOUCHED, size);
  if (pthread_attr_init(&attributes) || pthread_attr_setstack(&attributes, stack, size) ||
      pthread_create(&thread, &attributes, ask, call) || pthread_join(thread, NULL))
    exit(2);
  pthread_attr_destroy(&attributes);
  while (untouched < size && stack[untouched] == UNTOUCHED) untouched++;
  return size - untouched;
}

int main(int count, char **arguments) {
  size_t size = count > 1 ? strtoul(arguments[1], NULL, 10) : 0, page = (size_t)sysconf(_SC_PAGESIZE), most = 0;
  /* Writing below the stack is a fault. */
  unsigned char *memory = mmap(NULL, size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (!size || memory == MAP_FAILED || mprotect(memory, page, PROT_NONE)) return 2;
  for (int index = 2; index < count; index++) {
    FILE *file = fopen(arguments[index], "rb");
    if (!file || fseek(file, 0, SEEK_END)) return 2;
    long length = ftell(file);
    unsigned char *document = malloc((size_t)length + 1);
    rewind(file);
    if (length < 0 || !document || fread(document, 1, (size_t)length, file) != (size_t)length) return 2;
    fclose(file);
    for (size_t each = 0; each < sizeof QUESTIONS / sizeof *QUESTIONS; each++) {
      struct call call = {document, (size_t)length, QUESTIONS[each]};
      size_t bytes = used(&call, memory + page, size);
      if (bytes > most) {
        most = bytes;
        fprintf(stderr, "%zu bytes: %s, question %zu\n", most, arguments[index], each);
      }
    }
    free(document);
  }
  printf("%zu\n", most);
  return 0;
}
