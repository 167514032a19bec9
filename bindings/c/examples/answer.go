// Prints the titles of a feed: go run answer.go feed.xml
//
// CGO_CFLAGS and CGO_LDFLAGS specify the locations of the header and the library.
package main

/*
#cgo LDFLAGS: -lbozofeed
#include <stdlib.h>
#include "bozofeed.h"
*/
import "C"

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"unsafe"
)

// Answer has the members of an answer that this program uses.
type Answer struct {
	Bozo  bool
	Error string
	Feed  struct{ Title string }

	Entries []struct{ Title, Link string }
}

// Parse parses a document.
func Parse(document []byte, question map[string]any) (answer Answer, err error) {
	asked, err := json.Marshal(question)
	if err != nil {
		return
	}
	text := C.CString(string(asked))
	defer C.free(unsafe.Pointer(text))
	var bytes *C.uint8_t
	if len(document) > 0 {
		bytes = (*C.uint8_t)(&document[0])
	}
	found := C.bozofeed_parse(bytes, C.size_t(len(document)), text)
	defer C.bozofeed_free(found)
	err = json.Unmarshal([]byte(C.GoString(found)), &answer)
	return
}

func main() {
	document, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	answer, err := Parse(document, map[string]any{"url": "https://example.org/feed"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer.Feed.Title)
	for _, entry := range answer.Entries {
		fmt.Println("-", entry.Title)
	}
}
