//! People.

use crate::shown::{check, item, rss};

#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn elements_describe_an_author_or_else_the_text_does() {
    check(
        item,
        &[
            (
                "<author>a@h.example (A)</author>",
                "/entries/0/authors",
                "[{'raw':'a@h.example (A)','name':'A','email':'a@h.example'}]",
            ),
            ("<author>A</author>", "/entries/0/authors", "[{'raw':'A','name':'A'}]"),
            (
                "<author>a@h.example (A), b@h.example (B)</author>",
                "/entries/0/authors",
                "[{'raw':'a@h.example (A)','name':'A','email':'a@h.example'},{'raw':'b@h.example (B)','name':'B','email':'b@h.example'}]",
            ),
            ("<author/>", "/entries/0/authors", "-"),
            (
                "<author>mailto:a@h.example</author>",
                "/entries/0/authors",
                "[{'raw':'mailto:a@h.example','email':'a@h.example'}]",
            ),
            (
                "<author><name>A</name><email>a@h.example</email><url>https://h.example/</url></author>",
                "/entries/0/authors",
                "[{'name':'A','email':'a@h.example','uri':'https://h.example/'}]",
            ),
            ("<author><name>A</name>text</author>", "/entries/0/authors", "[{'raw':'text','name':'A'}]"),
            ("<author>text<name>A</name></author>", "/entries/0/authors", "[{'raw':'text','name':'A'}]"),
            (
                "<author><name>A</name><name>B</name></author>",
                "/entries/0/authors",
                "[{'name':'B','extensions':[{'prefix':'','name':'name','text':'A'}]}]",
            ),
            ("<author><name>A</name><name/></author>", "/entries/0/authors", "[{'name':'A'}]"),
            ("<author><name/><name>B</name></author>", "/entries/0/authors", "[{'name':'B'}]"),
            (
                "<author><url>mailto:a@h.example</url></author>",
                "/entries/0/authors",
                "[{'email':'a@h.example'}]",
            ),
            (
                "<author><email>mailto:a@h.example</email></author>",
                "/entries/0/authors",
                "[{'email':'a@h.example'}]",
            ),
            (
                "<author><name>mailto:a@h.example</name></author>",
                "/entries/0/authors",
                "[{'name':'mailto:a@h.example'}]",
            ),
            (
                "<author><uri>javascript:x()</uri><name>A</name></author>",
                "/entries/0/authors",
                "[{'name':'A'}]",
            ),
            ("<author><name>R&amp;amp;D</name></author>", "/entries/0/authors", "[{'name':'R&D'}]"),
            ("<author><email>R&amp;amp;D</email></author>", "/entries/0/authors", "[{'email':'R&amp;D'}]"),
            (
                "<author><title>Dr</title><name>A</name></author>",
                "/entries/0/authors",
                "[{'name':'A','extensions':[{'prefix':'','name':'title','text':'Dr'}]}]",
            ),
            (
                "<author><x:y>1</x:y><name>A</name></author>",
                "/entries/0/authors",
                "[{'name':'A','extensions':[{'namespace':'urn:x','prefix':'x','name':'y','text':'1'}]}]",
            ),
            (
                "<author><x:y>1</x:y></author>",
                "/entries/0/authors",
                "[{'raw':'','extensions':[{'namespace':'urn:x','prefix':'x','name':'y','text':'1'}]}]",
            ),
            (
                "<author>A<x:y>1</x:y></author>",
                "/entries/0/authors",
                "[{'raw':'A','name':'A','extensions':[{'namespace':'urn:x','prefix':'x','name':'y','text':'1'}]}]",
            ),
            ("<author><name/></author>", "/entries/0/authors", "[{'name':''}]"),
            (
                "<author><a:uri xml:base='https://h.example/a/'>b</a:uri></author>",
                "/entries/0/authors",
                "[{'uri':'https://h.example/a/b'}]",
            ),
            ("<dc:creator>A</dc:creator>", "/entries/0/authors", "[{'raw':'A','name':'A'}]"),
            (
                "<managingEditor>a@h.example (A)</managingEditor>",
                "/entries/0/authors",
                "[{'raw':'a@h.example (A)','name':'A','email':'a@h.example'}]",
            ),
            ("<itunes:author>A</itunes:author>", "/entries/0/authors", "[{'raw':'A','name':'A'}]"),
            ("<author>A <b>B</b></author>", "/entries/0/authors", "[{'raw':'A B','name':'A B'}]"),
            (
                "<dc:creator><rdf:name>A</rdf:name></dc:creator>",
                "/entries/0/authors",
                "[{'raw':'','extensions':[{'namespace':'http://www.w3.org/1999/02/22-rdf-syntax-ns#','prefix':'rdf','name':'name','text':'A'}]}]",
            ),
            ("<author><name>A</name><name>B</name></author>", "/entries/0/extensions", "-"),
            ("<author><title>Dr</title><name>A</name></author>", "/entries/0/title", "-"),
            (
                "<author><title>Dr</title><item><title>b</title></item>",
                "/entries/1/title",
                "{'value':'b','media_type':'text/plain'}",
            ),
            (
                "<name>A</name><email>a@h.example</email>",
                "/entries/0",
                "{'extensions':[{'prefix':'','name':'name','text':'A'},{'prefix':'','name':'email','text':'a@h.example'}]}",
            ),
            (
                "<author>A<title>T</title>",
                "/entries/0",
                "{'title':{'value':'T','media_type':'text/plain'},'authors':[{'raw':'A','name':'A'}]}",
            ),
        ],
    );
}

#[test]
fn other_persons_have_fields_of_their_own() {
    check(
        rss,
        &[
            (
                "<webMaster>a@h.example (A)</webMaster>",
                "/feed",
                "{'web_master':{'raw':'a@h.example (A)','name':'A','email':'a@h.example'}}",
            ),
            ("<dc:publisher>A</dc:publisher>", "/feed", "{'publisher':{'raw':'A','name':'A'}}"),
            (
                "<itunes:owner><itunes:name>A</itunes:name><itunes:email>a@h.example</itunes:email></itunes:owner>",
                "/feed",
                "{'itunes':{'owner':{'name':'A','email':'a@h.example'}}}",
            ),
            ("<dc:contributor>A</dc:contributor>", "/feed", "{'contributors':[{'raw':'A','name':'A'}]}"),
            ("<a:contributor><a:name>A</a:name></a:contributor>", "/feed", "{'contributors':[{'name':'A'}]}"),
            ("<itunes:owner/>", "/feed", "{}"),
            ("<webMaster/>", "/feed", "{}"),
            ("<a:contributor/>", "/feed", "{}"),
            (
                "<webMaster>A</webMaster><webMaster>B</webMaster>",
                "/feed",
                "{'web_master':{'raw':'B','name':'B'},'extensions':[{'prefix':'','name':'webMaster','text':'A'}]}",
            ),
            (
                "<a:contributor><a:name>A</a:name></a:contributor><a:contributor><a:name>A</a:name></a:contributor>",
                "/feed",
                "{'contributors':[{'name':'A'},{'name':'A'}]}",
            ),
            (
                "<webMaster>a@h.example (A), b@h.example (B)</webMaster>",
                "/feed",
                "{'web_master':{'raw':'b@h.example (B)','name':'B','email':'b@h.example'},'extensions':[{'prefix':'','name':'webMaster','text':'a@h.example (A)'}]}",
            ),
            (
                "<item><webMaster>A</webMaster></item>",
                "/entries/0",
                "{'extensions':[{'prefix':'','name':'webMaster','text':'A'}]}",
            ),
        ],
    );
}
