//! Unknown elements, gathered elements, and the end of each.

use crate::shown::{as_written, check, item};

/// RFC 4287 §6.3: the content of a foreign element does not describe the entry, unless the document never closes the element.
#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn an_element_without_a_rule_ends_with_its_end_tag() {
    check(
        item,
        &[
            (
                "<x:a>t</x:a>",
                "/entries/0",
                "{'extensions':[{'namespace':'urn:x','prefix':'x','name':'a','text':'t'}]}",
            ),
            (
                "<x:a b='1'><x:c>d</x:c></x:a>",
                "/entries/0",
                "{'extensions':[{'namespace':'urn:x','prefix':'x','name':'a','attributes':{'b':'1'},'text':'','children':[{'namespace':'urn:x','prefix':'x','name':'c','text':'d'}]}]}",
            ),
            (
                "<x:a/>",
                "/entries/0",
                "{'extensions':[{'namespace':'urn:x','prefix':'x','name':'a','text':''}]}",
            ),
            (
                "<x:a><title>T</title></x:a><title>U</title>",
                "/entries/0",
                "{'title':{'value':'U','media_type':'text/plain'},'extensions':[{'namespace':'urn:x','prefix':'x','name':'a','text':'','children':[{'prefix':'','name':'title','text':'T'}]}]}",
            ),
            (
                "<x:a><title>T</title>",
                "/entries/0",
                "{'title':{'value':'T','media_type':'text/plain'},'extensions':[{'namespace':'urn:x','prefix':'x','name':'a','text':''}]}",
            ),
            (
                "<x:a b='1'><title>T</title>",
                "/entries/0",
                "{'title':{'value':'T','media_type':'text/plain'},'extensions':[{'namespace':'urn:x','prefix':'x','name':'a','attributes':{'b':'1'},'text':''}]}",
            ),
            (
                "<a:feedback><a:x>1</a:x></a:feedback>",
                "/entries/0",
                "{'extensions':[{'namespace':'http://www.w3.org/2005/Atom','prefix':'','name':'feedback','text':'','children':[{'namespace':'http://www.w3.org/2005/Atom','prefix':'','name':'x','text':'1'}]}]}",
            ),
            (
                "<x:a><x:b><title>T</title></x:b></x:a>",
                "/entries/0",
                "{'extensions':[{'namespace':'urn:x','prefix':'x','name':'a','text':'','children':[{'namespace':'urn:x','prefix':'x','name':'b','text':'','children':[{'prefix':'','name':'title','text':'T'}]}]}]}",
            ),
            (
                "<x:a><x:b></x:a><title>T</title>",
                "/entries/0",
                "{'title':{'value':'T','media_type':'text/plain'},'extensions':[{'namespace':'urn:x','prefix':'x','name':'a','text':'','children':[{'namespace':'urn:x','prefix':'x','name':'b','text':''}]}]}",
            ),
            (
                "<unknown>t</unknown>",
                "/entries/0",
                "{'extensions':[{'prefix':'','name':'unknown','text':'t'}]}",
            ),
            (
                "<x:a>  t <x:b/> u </x:a>",
                "/entries/0",
                "{'extensions':[{'namespace':'urn:x','prefix':'x','name':'a','text':'t  u','children':[{'namespace':'urn:x','prefix':'x','name':'b','text':''}]}]}",
            ),
            (
                "<x:a>a <b>c</b></x:a>",
                "/entries/0",
                "{'extensions':[{'namespace':'urn:x','prefix':'x','name':'a','text':'a','children':[{'prefix':'','name':'b','text':'c'}]}]}",
            ),
            (
                "<x:url>javascript:x()</x:url>",
                "/entries/0",
                "{'extensions':[{'namespace':'urn:x','prefix':'x','name':'url','text':''}]}",
            ),
            (
                "<x:a href='javascript:x()' b='1'/>",
                "/entries/0",
                "{'extensions':[{'namespace':'urn:x','prefix':'x','name':'a','attributes':{'b':'1'},'text':''}]}",
            ),
            (
                "<url>https://h.example/</url>",
                "/entries/0",
                "{'extensions':[{'prefix':'','name':'url','text':'https://h.example/'}]}",
            ),
            (
                "<icon>https://h.example/i</icon>",
                "/entries/0",
                "{'extensions':[{'prefix':'','name':'icon','text':'https://h.example/i'}]}",
            ),
            (
                "<icon xml:base='https://h.example/'>i</icon>",
                "/entries/0",
                "{'extensions':[{'prefix':'','name':'icon','attributes':{'xml:base':'https://h.example/'},'text':'https://h.example/i'}]}",
            ),
            ("<icon>a b</icon>", "/entries/0", "{'extensions':[{'prefix':'','name':'icon','text':'a b'}]}"),
            (
                "<icon xml:base='https://h.example/'>a b/c</icon>",
                "/entries/0",
                "{'extensions':[{'prefix':'','name':'icon','attributes':{'xml:base':'https://h.example/'},'text':'https://h.example/a b/c'}]}",
            ),
            ("<ttl>5</ttl>", "/entries/0", "{'extensions':[{'prefix':'','name':'ttl','text':'5'}]}"),
            (
                "<x:a xml:lang='en'><x:b/></x:a>",
                "/entries/0",
                "{'extensions':[{'namespace':'urn:x','prefix':'x','name':'a','attributes':{'xml:lang':'en'},'text':'','children':[{'namespace':'urn:x','prefix':'x','name':'b','text':''}]}]}",
            ),
            (
                "<x:a X='1' y:z='2' xmlns:y='urn:y'/>",
                "/entries/0",
                "{'extensions':[{'namespace':'urn:x','prefix':'x','name':'a','attributes':{'X':'1','y:z':'2'},'text':''}]}",
            ),
            (
                "<x:a><guid>g</guid></x:a>",
                "/entries/0",
                "{'extensions':[{'namespace':'urn:x','prefix':'x','name':'a','text':'','children':[{'prefix':'','name':'guid','text':'g'}]}]}",
            ),
            (
                "<x:a><link>https://h.example/1</link><enclosure url='https://h.example/2'/></x:a>",
                "/entries/0",
                "{'extensions':[{'namespace':'urn:x','prefix':'x','name':'a','text':'','children':[{'prefix':'','name':'link','text':'https://h.example/1'},{'prefix':'','name':'enclosure','attributes':{'url':'https://h.example/2'},'text':''}]}]}",
            ),
            ("<x:a><item><title>b</title></item></x:a>", "/entries/1", "-"),
            (
                "<url x:y='1'>https://h.example/</url>",
                "/entries/0",
                "{'extensions':[{'prefix':'','name':'url','attributes':{'x:y':'1'},'text':'https://h.example/'}]}",
            ),
            (
                "<ttl y='1'>5</ttl>",
                "/entries/0",
                "{'extensions':[{'prefix':'','name':'ttl','attributes':{'y':'1'},'text':'5'}]}",
            ),
            (
                "<icon xml:base='https://h.example/'>a b</icon>",
                "/entries/0",
                "{'extensions':[{'prefix':'','name':'icon','attributes':{'xml:base':'https://h.example/'},'text':'a b'}]}",
            ),
        ],
    );
}

#[test]
fn only_elements_within_the_root_are_extensions() {
    check(
        as_written,
        &[
            (
                "<rss xmlns:x='urn:x'><x:a/><channel><x:b/></channel><x:c/></rss>",
                "/feed/extensions",
                "[{'namespace':'urn:x','prefix':'x','name':'a','text':''},{'namespace':'urn:x','prefix':'x','name':'b','text':''},{'namespace':'urn:x','prefix':'x','name':'c','text':''}]",
            ),
            ("<x:a xmlns:x='urn:x'/><rss><channel/></rss>", "/feed/extensions", "-"),
            ("<rss><channel/></rss><x:a xmlns:x='urn:x'/>", "/feed/extensions", "-"),
            ("<html xmlns:x='urn:x'><x:a/></html>", "/feed/extensions", "-"),
            (
                "<rss><channel><x:rss xmlns:x='urn:x'><x:a/></x:rss></channel></rss>",
                "/feed/extensions",
                "[{'namespace':'urn:x','prefix':'x','name':'rss','text':'','children':[{'namespace':'urn:x','prefix':'x','name':'a','text':''}]}]",
            ),
            (
                "<rss xmlns:d='http://purl.org/dc/elements/1.1/'><channel><d:format>f</d:format></channel></rss>",
                "/feed/extensions",
                "[{'namespace':'http://purl.org/dc/elements/1.1/','prefix':'dc','name':'format','text':'f'}]",
            ),
        ],
    );
}

/// Markup is part of the text.
#[test]
fn an_element_within_a_value_is_an_extension() {
    check(
        item,
        &[
            (
                "<guid>a<x:b>c</x:b></guid>",
                "/entries/0",
                "{'id':'a','id_is_permalink':false,'extensions':[{'prefix':'','name':'guid','text':'','children':[{'namespace':'urn:x','prefix':'x','name':'b','text':'c'}]}]}",
            ),
            ("<guid>a<b>c</b></guid>", "/entries/0", "{'id':'ac','id_is_permalink':false}"),
            (
                "<guid>a<title>T</title></guid>",
                "/entries/0",
                "{'id':'a','id_is_permalink':false,'extensions':[{'prefix':'','name':'guid','text':'','children':[{'prefix':'','name':'title','text':'T'}]}]}",
            ),
            (
                "<guid>a<title>T</title>",
                "/entries/0",
                "{'title':{'value':'T','media_type':'text/plain'},'id':'a','id_is_permalink':false}",
            ),
            (
                "<guid>a<x:b/></guid><title>T</title>",
                "/entries/0",
                "{'title':{'value':'T','media_type':'text/plain'},'id':'a','id_is_permalink':false,'extensions':[{'prefix':'','name':'guid','text':'','children':[{'namespace':'urn:x','prefix':'x','name':'b','text':''}]}]}",
            ),
            (
                "<comments>https://h.example/<x:b c='1'/></comments>",
                "/entries/0",
                "{'comments':'https://h.example/','extensions':[{'prefix':'','name':'comments','text':'','children':[{'namespace':'urn:x','prefix':'x','name':'b','attributes':{'c':'1'},'text':''}]}]}",
            ),
            (
                "<category>a<x:b>c</x:b></category>",
                "/entries/0",
                "{'tags':[{'term':'a'}],'extensions':[{'prefix':'','name':'category','text':'','children':[{'namespace':'urn:x','prefix':'x','name':'b','text':'c'}]}]}",
            ),
            (
                "<link>https://h.example/<x:b>c</x:b></link>",
                "/entries/0",
                "{'link':'https://h.example/','links':[{'href':'https://h.example/','rel':'alternate'}],'extensions':[{'prefix':'','name':'link','text':'','children':[{'namespace':'urn:x','prefix':'x','name':'b','text':'c'}]}]}",
            ),
            (
                "<pubDate>2026-11-21<x:b><x:c/></x:b></pubDate>",
                "/entries/0",
                "{'published':{'raw':'2026-11-21','value':'2026-11-21T00:00:00Z'},'extensions':[{'prefix':'','name':'pubDate','text':'','children':[{'namespace':'urn:x','prefix':'x','name':'b','text':'','children':[{'namespace':'urn:x','prefix':'x','name':'c','text':''}]}]}]}",
            ),
            (
                "<enclosure url='https://h.example/1'><x:b>c</x:b></enclosure>",
                "/entries/0",
                "{'links':[{'href':'https://h.example/1','rel':'enclosure'}],'extensions':[{'prefix':'','name':'enclosure','text':'','children':[{'namespace':'urn:x','prefix':'x','name':'b','text':'c'}]}]}",
            ),
            (
                "<guid><x:b/>a</guid>",
                "/entries/0",
                "{'id':'a','id_is_permalink':false,'extensions':[{'prefix':'','name':'guid','text':'','children':[{'namespace':'urn:x','prefix':'x','name':'b','text':''}]}]}",
            ),
            (
                "<guid>a<b><x:c>d</x:c></b></guid>",
                "/entries/0",
                "{'id':'a','id_is_permalink':false,'extensions':[{'prefix':'','name':'guid','text':'','children':[{'namespace':'urn:x','prefix':'x','name':'c','text':'d'}]}]}",
            ),
            (
                "<guid>a<x:b>c</x:b><x:d>e</x:d></guid>",
                "/entries/0",
                "{'id':'a','id_is_permalink':false,'extensions':[{'prefix':'','name':'guid','text':'','children':[{'namespace':'urn:x','prefix':'x','name':'b','text':'c'},{'namespace':'urn:x','prefix':'x','name':'d','text':'e'}]}]}",
            ),
            (
                "<guid>a<x:b>c</x:b>",
                "/entries/0",
                "{'id':'a','id_is_permalink':false,'extensions':[{'namespace':'urn:x','prefix':'x','name':'b','text':'c'}]}",
            ),
        ],
    );
}

#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn elements_of_media_rss_belong_together() {
    check(
        item,
        &[
            (
                "<media:content url='https://h.example/v'><media:title>t</media:title></media:content>",
                "/entries/0",
                "{'title':{'value':'t','media_type':'text/plain'},'media':{'contents':[{'url':'https://h.example/v','details':{'title':{'value':'t','media_type':'text/plain'}}}]}}",
            ),
            (
                "<media:group><media:content url='https://h.example/v'/><media:title>t</media:title></media:group>",
                "/entries/0",
                "{'title':{'value':'t','media_type':'text/plain'},'media':{'groups':[{'contents':[{'url':'https://h.example/v'}],'details':{'title':{'value':'t','media_type':'text/plain'}}}]}}",
            ),
            (
                "<media:content url='https://h.example/v'><x:a>1</x:a></media:content>",
                "/entries/0",
                "{'media':{'contents':[{'url':'https://h.example/v'}]},'extensions':[{'namespace':'http://search.yahoo.com/mrss/','prefix':'media','name':'content','text':'','children':[{'namespace':'urn:x','prefix':'x','name':'a','text':'1'}]}]}",
            ),
            (
                "<media:content url='https://h.example/v'><title>T</title></media:content>",
                "/entries/0",
                "{'media':{'contents':[{'url':'https://h.example/v'}]},'extensions':[{'namespace':'http://search.yahoo.com/mrss/','prefix':'media','name':'content','text':'','children':[{'prefix':'','name':'title','text':'T'}]}]}",
            ),
            (
                "<media:group><x:a/><media:content url='https://h.example/v'/></media:group>",
                "/entries/0",
                "{'media':{'groups':[{'contents':[{'url':'https://h.example/v'}]}]},'extensions':[{'namespace':'http://search.yahoo.com/mrss/','prefix':'media','name':'group','text':'','children':[{'namespace':'urn:x','prefix':'x','name':'a','text':''}]}]}",
            ),
            (
                "<media:content url='https://h.example/v'><media:description type='html'>a &lt;b>c&lt;/b></media:description></media:content>",
                "/entries/0",
                "{'summary':{'value':'a <b>c</b>','media_type':'text/html','is_sanitized':true},'media':{'contents':[{'url':'https://h.example/v','details':{'description':{'value':'a <b>c</b>','media_type':'text/html','is_sanitized':true}}}]}}",
            ),
            (
                "<media:scenes><media:scene><sceneTitle>s</sceneTitle></media:scene></media:scenes>",
                "/entries/0",
                "{'media':{'details':{'scenes':[{'title':'s'}]}}}",
            ),
            (
                "<media:content url='https://h.example/v'><media:title>t</media:title>",
                "/entries/0",
                "{'title':{'value':'t','media_type':'text/plain'},'media':{'contents':[{'url':'https://h.example/v','details':{'title':{'value':'t','media_type':'text/plain'}}}]}}",
            ),
            (
                "<media:unknown b='1'>t</media:unknown>",
                "/entries/0",
                "{'extensions':[{'namespace':'http://search.yahoo.com/mrss/','prefix':'media','name':'unknown','attributes':{'b':'1'},'text':'t'}]}",
            ),
            (
                "<media:rating scheme='urn:s'>adult</media:rating>",
                "/entries/0",
                "{'media':{'details':{'ratings':[{'scheme':'urn:s','value':'adult'}]}}}",
            ),
            (
                "<media:credit role='author'>A</media:credit>",
                "/entries/0",
                "{'media':{'details':{'credits':[{'name':'A','role':'author'}]}}}",
            ),
            (
                "<media:content url='https://h.example/v'/><media:content url='https://h.example/w'/>",
                "/entries/0",
                "{'media':{'contents':[{'url':'https://h.example/v'},{'url':'https://h.example/w'}]}}",
            ),
            (
                "<x:a><media:content url='https://h.example/v'/></x:a>",
                "/entries/0",
                "{'extensions':[{'namespace':'urn:x','prefix':'x','name':'a','text':'','children':[{'namespace':'http://search.yahoo.com/mrss/','prefix':'media','name':'content','attributes':{'url':'https://h.example/v'},'text':''}]}]}",
            ),
            (
                "<media:title>t</media:title>",
                "/entries/0",
                "{'title':{'value':'t','media_type':'text/plain'},'media':{'details':{'title':{'value':'t','media_type':'text/plain'}}}}",
            ),
            (
                "<author><media:credit>A</media:credit></author>",
                "/entries/0",
                "{'authors':[{'raw':'','extensions':[{'namespace':'http://search.yahoo.com/mrss/','prefix':'media','name':'credit','text':'A'}]}]}",
            ),
            (
                "<media:group><x:a/><media:title>t</media:title></media:group>",
                "/entries/0",
                "{'title':{'value':'t','media_type':'text/plain'},'media':{'groups':[{'details':{'title':{'value':'t','media_type':'text/plain'}}}]},'extensions':[{'namespace':'http://search.yahoo.com/mrss/','prefix':'media','name':'group','text':'','children':[{'namespace':'urn:x','prefix':'x','name':'a','text':''}]}]}",
            ),
            (
                "<media:content url='https://h.example/v'><title>T</title><media:title>t</media:title></media:content>",
                "/entries/0",
                "{'title':{'value':'t','media_type':'text/plain'},'media':{'contents':[{'url':'https://h.example/v','details':{'title':{'value':'t','media_type':'text/plain'}}}]},'extensions':[{'namespace':'http://search.yahoo.com/mrss/','prefix':'media','name':'content','text':'','children':[{'prefix':'','name':'title','text':'T'}]}]}",
            ),
            (
                "<media:content url='https://h.example/v'><media:title type='CDATA'>t</media:title></media:content>",
                "/entries/0",
                "{'title':{'value':'t','media_type':'text/plain'},'media':{'contents':[{'url':'https://h.example/v','details':{'title':{'value':'t','media_type':'text/plain'}}}]},'extensions':[{'namespace':'http://search.yahoo.com/mrss/','prefix':'media','name':'content','text':'','children':[{'namespace':'http://search.yahoo.com/mrss/','prefix':'media','name':'title','attributes':{'type':'CDATA'},'text':''}]}]}",
            ),
            (
                "<media:title type='plain'>t</media:title>",
                "/entries/0",
                "{'title':{'value':'t','media_type':'text/plain'},'media':{'details':{'title':{'value':'t','media_type':'text/plain'}}}}",
            ),
            (
                "<media:title type='html'>t</media:title>",
                "/entries/0",
                "{'title':{'value':'t','media_type':'text/html','is_sanitized':true},'media':{'details':{'title':{'value':'t','media_type':'text/html','is_sanitized':true}}}}",
            ),
        ],
    );
}

#[test]
fn attributes_without_a_field_are_extensions() {
    check(
        item,
        &[
            (
                "<title x:y='1'>t</title>",
                "/entries/0/extensions",
                "[{'prefix':'','name':'title','attributes':{'x:y':'1'},'text':''}]",
            ),
            (
                "<title xml:lang='en' lang='en' xml:base='https://h.example/'>t</title>",
                "/entries/0/extensions",
                "-",
            ),
            (
                "<title type='CDATA'>t</title>",
                "/entries/0/extensions",
                "[{'prefix':'','name':'title','attributes':{'type':'CDATA'},'text':''}]",
            ),
            ("<title type='html'>t</title>", "/entries/0/extensions", "-"),
            ("<title type=' '>t</title>", "/entries/0/extensions", "-"),
            (
                "<guid y='1'>a</guid>",
                "/entries/0/extensions",
                "[{'prefix':'','name':'guid','attributes':{'y':'1'},'text':''}]",
            ),
            (
                "<category x:y='1'>a</category>",
                "/entries/0/extensions",
                "[{'prefix':'','name':'category','attributes':{'x:y':'1'},'text':''}]",
            ),
            ("<link href='https://h.example/' x:y='1'/>", "/entries/0/extensions", "-"),
            ("<item2/>", "/entries/0/extensions", "[{'prefix':'','name':'item2','text':''}]"),
            (
                "<pubDate x:y='1'/>",
                "/entries/0/extensions",
                "[{'prefix':'','name':'pubDate','attributes':{'x:y':'1'},'text':''}]",
            ),
            (
                "<title xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:type='a'>t</title>",
                "/entries/0/extensions",
                "-",
            ),
            (
                "<author x:y='1'>A</author>",
                "/entries/0/authors",
                "[{'raw':'A','name':'A','extensions':[{'prefix':'','name':'author','attributes':{'x:y':'1'},'text':''}]}]",
            ),
            ("<image rdf:about='urn:x'/>", "/entries/0/extensions", "-"),
            ("<title rdf:about='urn:x'>t</title>", "/entries/0/extensions", "-"),
            ("<media:content y='1' url='https://h.example/v'/>", "/entries/0/extensions", "-"),
            (
                "<title x:Y='1' Z='2'>t</title>",
                "/entries/0/extensions",
                "[{'prefix':'','name':'title','attributes':{'x:Y':'1','Z':'2'},'text':''}]",
            ),
            (
                "<title type='html' x:y='1'>t</title>",
                "/entries/0/extensions",
                "[{'prefix':'','name':'title','attributes':{'x:y':'1'},'text':''}]",
            ),
        ],
    );
}

#[test]
fn known_namespaces_have_their_customary_prefix() {
    check(
        as_written,
        &[
            (
                "<rss xmlns:d='http://purl.org/dc/elements/1.1/' xmlns:x='urn:x'><channel xmlns:x='urn:y'/></rss>",
                "/namespaces",
                "[['dc','http://purl.org/dc/elements/1.1/'],['x','urn:y']]",
            ),
            (
                "<rss xmlns='http://backend.userland.com/rss2'/>",
                "/namespaces",
                "[['','http://backend.userland.com/rss']]",
            ),
            (
                "<feed xmlns='http://www.w3.org/2005/Atom'/>",
                "/namespaces",
                "[['','http://www.w3.org/2005/Atom']]",
            ),
        ],
    );
}
