//! Links, enclosures, and the bases for resolving them.

use crate::shown::{as_written, check, entry, item};

/// The attributes of a link are used if it has no text.
#[test]
fn the_text_of_a_link_of_rss_is_the_uri() {
    check(
        item,
        &[
            (
                "<link>https://h.example/1</link>",
                "/entries/0",
                "{'link':'https://h.example/1','links':[{'href':'https://h.example/1','rel':'alternate'}]}",
            ),
            (
                "<link> https://h.example/a b </link>",
                "/entries/0",
                "{'link':'https://h.example/a%20b','links':[{'href':'https://h.example/a%20b','rel':'alternate'}]}",
            ),
            ("<link/>", "/entries/0", "{'link':'','links':[{'rel':'alternate'}]}"),
            ("<link>javascript:x()</link>", "/entries/0", "{'links':[{'rel':'alternate'}]}"),
            ("<link>/1</link>", "/entries/0", "{'link':'/1','links':[{'href':'/1','rel':'alternate'}]}"),
            ("<link>/1</link>", "/warnings/0/kind", "'relative_link'"),
            ("<link>https://h.example/1</link>", "/warnings", "[]"),
            (
                "<link rel='self'>https://h.example/1</link>",
                "/entries/0",
                "{'link':'https://h.example/1','links':[{'href':'https://h.example/1','rel':'self'}]}",
            ),
            // A link of Atom is the page unless its `rel` says otherwise.
            ("<a:link>https://h.example/1</a:link>", "/entries/0/link", "'https://h.example/1'"),
            ("<a:link rel='related'>https://h.example/1</a:link>", "/entries/0/link", "-"),
            (
                "<link href='https://h.example/1'/>",
                "/entries/0",
                "{'link':'https://h.example/1','links':[{'href':'https://h.example/1','rel':'alternate'}]}",
            ),
            (
                "<link url='https://h.example/1'/>",
                "/entries/0",
                "{'link':'https://h.example/1','links':[{'href':'https://h.example/1','rel':'alternate'}]}",
            ),
            (
                "<link uri='https://h.example/1'/>",
                "/entries/0",
                "{'link':'https://h.example/1','links':[{'href':'https://h.example/1','rel':'alternate'}]}",
            ),
            (
                "<link href='https://h.example/1'>https://h.example/2</link>",
                "/entries/0",
                "{'link':'https://h.example/2','links':[{'href':'https://h.example/2','rel':'alternate'}]}",
            ),
            (
                "<link href='/1'>https://h.example/2</link>",
                "/entries/0",
                "{'link':'https://h.example/2','links':[{'href':'https://h.example/2','rel':'alternate'}]}",
            ),
            ("<link href='javascript:x()'/>", "/entries/0", "{'links':[{'rel':'alternate'}]}"),
            (
                "<link href='https://h.example/1' type='application/json'/>",
                "/entries/0",
                "{'links':[{'href':'https://h.example/1','rel':'alternate','media_type':'application/json'}]}",
            ),
            (
                "<link>https://h.example/1</link><link>https://h.example/2</link>",
                "/entries/0",
                "{'link':'https://h.example/2','links':[{'href':'https://h.example/1','rel':'alternate'},{'href':'https://h.example/2','rel':'alternate'}]}",
            ),
            (
                "<link>https://h.example/1</link><link/>",
                "/entries/0",
                "{'link':'https://h.example/1','links':[{'href':'https://h.example/1','rel':'alternate'},{'rel':'alternate'}]}",
            ),
            (
                "<link>https://h.example/1</link><link rel='self' href='https://h.example/2'/>",
                "/entries/0",
                "{'link':'https://h.example/1','links':[{'href':'https://h.example/1','rel':'alternate'},{'href':'https://h.example/2','rel':'self'}]}",
            ),
            (
                "<link>https://h.example/?a=1&amp;amp;b=2</link>",
                "/entries/0",
                "{'link':'https://h.example/?a=1&b=2','links':[{'href':'https://h.example/?a=1&b=2','rel':'alternate'}]}",
            ),
            ("<link xml:base='a/'>b</link>", "/warnings", "[]"),
            (
                "<link href='1' xml:base='https://h.example/'>https://h.example/2</link>",
                "/entries/0",
                "{'link':'https://h.example/2','links':[{'href':'https://h.example/2','rel':'alternate','attributes':{'xml:base':'https://h.example/'}}]}",
            ),
        ],
    );
}

/// An alternate of type HTML is the page.
#[test]
fn the_attributes_of_a_link_of_atom_have_fields() {
    check(
        item,
        &[
            (
                "<a:link href='https://h.example/1'/>",
                "/entries/0",
                "{'link':'https://h.example/1','links':[{'href':'https://h.example/1','rel':'alternate'}]}",
            ),
            (
                "<a:link rel='SELF' href='https://h.example/1'/>",
                "/entries/0",
                "{'links':[{'href':'https://h.example/1','rel':'self'}]}",
            ),
            (
                "<a:link rel=' http://www.iana.org/assignments/relation/self' href='https://h.example/1'/>",
                "/entries/0",
                "{'links':[{'href':'https://h.example/1','rel':'self','attributes':{'rel':'http://www.iana.org/assignments/relation/self'}}]}",
            ),
            (
                "<a:link rel='urn:Rel' href='https://h.example/1'/>",
                "/entries/0",
                "{'links':[{'href':'https://h.example/1','rel':'urn:Rel'}]}",
            ),
            (
                "<a:link type='text/html' href='https://h.example/1'/>",
                "/entries/0",
                "{'link':'https://h.example/1','links':[{'href':'https://h.example/1','rel':'alternate','media_type':'text/html'}]}",
            ),
            (
                "<a:link type='application/xhtml+xml' href='https://h.example/1'/>",
                "/entries/0",
                "{'link':'https://h.example/1','links':[{'href':'https://h.example/1','rel':'alternate','media_type':'application/xhtml+xml'}]}",
            ),
            (
                "<a:link type='application/atom+xml' href='https://h.example/1'/>",
                "/entries/0",
                "{'links':[{'href':'https://h.example/1','rel':'alternate','media_type':'application/atom+xml'}]}",
            ),
            (
                "<a:link type='Text/HTML; charset=utf-8' href='https://h.example/1'/>",
                "/entries/0",
                "{'link':'https://h.example/1','links':[{'href':'https://h.example/1','rel':'alternate','media_type':'text/html','attributes':{'type':'Text/HTML; charset=utf-8'}}]}",
            ),
            (
                "<a:link hreflang='en' title='t' length='5' href='https://h.example/1'/>",
                "/entries/0",
                "{'link':'https://h.example/1','links':[{'href':'https://h.example/1','rel':'alternate','hreflang':'en','title':'t','length':{'raw':'5','value':5}}]}",
            ),
            (
                "<a:link length='big' href='https://h.example/1'/>",
                "/entries/0",
                "{'link':'https://h.example/1','links':[{'href':'https://h.example/1','rel':'alternate','length':{'raw':'big'}}]}",
            ),
            ("<a:link length='big' href='https://h.example/1'/>", "/warnings/0/kind", "'unreadable_length'"),
            (
                "<a:link x:y='1' z='2' href='https://h.example/1'/>",
                "/entries/0",
                "{'link':'https://h.example/1','links':[{'href':'https://h.example/1','rel':'alternate','attributes':{'x:y':'1','z':'2'}}]}",
            ),
            (
                "<a:link duration='5' href='https://h.example/1'/>",
                "/entries/0",
                "{'link':'https://h.example/1','links':[{'href':'https://h.example/1','rel':'alternate','attributes':{'duration':'5'}}]}",
            ),
            ("<a:link href=''/>", "/entries/0", "{'link':'','links':[{'href':'','rel':'alternate'}]}"),
            ("<a:link/>", "/entries/0", "{'link':'','links':[{'rel':'alternate'}]}"),
            (
                "<a:link href='https://h.example/1'>text</a:link>",
                "/entries/0",
                "{'link':'https://h.example/1','links':[{'href':'https://h.example/1','rel':'alternate'}],'extensions':[{'namespace':'http://www.w3.org/2005/Atom','prefix':'','name':'link','text':'text'}]}",
            ),
            ("<a:link href='javascript:x()'/>", "/entries/0", "{'links':[{'rel':'alternate'}]}"),
            (
                "<a:link href='1' xml:base='https://h.example/a/'/>",
                "/entries/0",
                "{'link':'https://h.example/a/1','links':[{'href':'https://h.example/a/1','rel':'alternate','attributes':{'xml:base':'https://h.example/a/','href':'1'}}]}",
            ),
            (
                "<a:link href='https://h.example/1' rel='related'/>",
                "/entries/0",
                "{'links':[{'href':'https://h.example/1','rel':'related'}]}",
            ),
            (
                "<a:link href='https://h.example/1'/><link>https://h.example/2</link>",
                "/entries/0",
                "{'link':'https://h.example/2','links':[{'href':'https://h.example/1','rel':'alternate'},{'href':'https://h.example/2','rel':'alternate'}]}",
            ),
            (
                "<link/><a:link href='https://h.example/1'/>",
                "/entries/0",
                "{'link':'https://h.example/1','links':[{'rel':'alternate'},{'href':'https://h.example/1','rel':'alternate'}]}",
            ),
        ],
    );
}

#[test]
fn the_last_alternate_of_html_is_the_page() {
    check(
        entry,
        &[
            (
                "<link href='https://h.example/1'/>",
                "/entries/0",
                "{'link':'https://h.example/1','links':[{'href':'https://h.example/1','rel':'alternate'}]}",
            ),
            (
                "<link>https://h.example/1</link>",
                "/entries/0",
                "{'link':'https://h.example/1','links':[{'href':'https://h.example/1','rel':'alternate'}]}",
            ),
            (
                "<link href='' xml:base='https://h.example/a'/>",
                "/entries/0",
                "{'link':'https://h.example/a','links':[{'href':'https://h.example/a','rel':'alternate','attributes':{'xml:base':'https://h.example/a'}}]}",
            ),
            (
                "<link href='' xml:base='https://h.example/a'/><link href='https://h.example/1'/>",
                "/entries/0",
                "{'link':'https://h.example/1','links':[{'href':'https://h.example/a','rel':'alternate','attributes':{'xml:base':'https://h.example/a'}},{'href':'https://h.example/1','rel':'alternate'}]}",
            ),
            (
                "<link rel='alternate' href='https://h.example/1'/><link rel='alternate' type='application/json' href='https://h.example/2'/>",
                "/entries/0",
                "{'link':'https://h.example/1','links':[{'href':'https://h.example/1','rel':'alternate'},{'href':'https://h.example/2','rel':'alternate','media_type':'application/json'}]}",
            ),
            (
                "<link href='https://h.example/1'/><link href='https://h.example/2'/>",
                "/entries/0",
                "{'link':'https://h.example/2','links':[{'href':'https://h.example/1','rel':'alternate'},{'href':'https://h.example/2','rel':'alternate'}]}",
            ),
            ("<link href='/1'/>", "/entries/0", "{'link':'/1','links':[{'href':'/1','rel':'alternate'}]}"),
            (
                "<link href='https://h.example/1'/><link href='' xml:base='https://h.example/a'/>",
                "/entries/0",
                "{'link':'https://h.example/1','links':[{'href':'https://h.example/1','rel':'alternate'},{'href':'https://h.example/a','rel':'alternate','attributes':{'xml:base':'https://h.example/a'}}]}",
            ),
        ],
    );
}

#[test]
fn an_enclosure_is_a_link_but_never_the_page() {
    check(
        item,
        &[
            (
                "<enclosure url='https://h.example/1.mp3' type='audio/mpeg' length='5'/>",
                "/entries/0/links",
                "[{'href':'https://h.example/1.mp3','rel':'enclosure','media_type':'audio/mpeg','length':{'raw':'5','value':5}}]",
            ),
            (
                "<enclosure href='https://h.example/1.mp3'/>",
                "/entries/0/links",
                "[{'href':'https://h.example/1.mp3','rel':'enclosure'}]",
            ),
            (
                "<enclosure>https://h.example/1.mp3</enclosure>",
                "/entries/0/links",
                "[{'href':'https://h.example/1.mp3','rel':'enclosure'}]",
            ),
            (
                "<enclosure url='https://h.example/1' rel='self' duration='5'/>",
                "/entries/0/links",
                "[{'href':'https://h.example/1','rel':'enclosure','duration':{'raw':'5','value':5.0}}]",
            ),
            (
                "<enclosure url='https://h.example/1' duration='long'/>",
                "/entries/0/links",
                "[{'href':'https://h.example/1','rel':'enclosure','duration':{'raw':'long'}}]",
            ),
            ("<enclosure/>", "/entries/0/links", "[{'rel':'enclosure'}]"),
            (
                "<enclosure url='https://h.example/1' length='-1'/>",
                "/entries/0/links",
                "[{'href':'https://h.example/1','rel':'enclosure','length':{'raw':'-1'}}]",
            ),
            (
                "<enclosure url='javascript:x()' type='audio/mpeg'/>",
                "/entries/0/links",
                "[{'rel':'enclosure','media_type':'audio/mpeg'}]",
            ),
            (
                "<enclosure url='https://h.example/1' x:y='1'/>",
                "/entries/0/links",
                "[{'href':'https://h.example/1','rel':'enclosure','attributes':{'x:y':'1'}}]",
            ),
            (
                "<enclosure url='https://h.example/1' bozofeed:hreflang='en'/>",
                "/entries/0/links",
                "[{'href':'https://h.example/1','rel':'enclosure','hreflang':'en'}]",
            ),
            (
                "<enclosure type='audio/mpeg'>https://h.example/1</enclosure>",
                "/entries/0/links",
                "[{'href':'https://h.example/1','rel':'enclosure','media_type':'audio/mpeg'}]",
            ),
            (
                "<enclosure url='1.mp3' xml:base='https://h.example/'/>",
                "/entries/0/links",
                "[{'href':'https://h.example/1.mp3','rel':'enclosure','attributes':{'xml:base':'https://h.example/','href':'1.mp3'}}]",
            ),
            ("<enclosure url='https://h.example/1'/>", "/entries/0/link", "-"),
            ("<enclosure>https://h.example/1</enclosure>", "/entries/0/link", "-"),
            (
                "<enclosure url='https://h.example/1'>text</enclosure>",
                "/entries/0/extensions",
                "[{'prefix':'','name':'enclosure','text':'text'}]",
            ),
        ],
    );
}

#[test]
fn a_license_is_a_link() {
    check(
        item,
        &[
            (
                "<cc:license rdf:resource='https://h.example/l'/>",
                "/entries/0/links",
                "[{'href':'https://h.example/l','rel':'license'}]",
            ),
            (
                "<cc:license resource='https://h.example/l'/>",
                "/entries/0/links",
                "[{'href':'https://h.example/l','rel':'license'}]",
            ),
            (
                "<creativeCommons:license>https://h.example/l</creativeCommons:license>",
                "/entries/0/links",
                "[{'href':'https://h.example/l','rel':'license'}]",
            ),
            (
                "<creativeCommons:license>javascript:x()</creativeCommons:license>",
                "/entries/0/links",
                "[{'rel':'license'}]",
            ),
            ("<cc:license rdf:resource='javascript:x()'/>", "/entries/0/links", "[{'rel':'license'}]"),
            (
                "<cc:license x:resource='https://h.example/l'>https://h.example/m</cc:license>",
                "/entries/0/links",
                "[{'href':'https://h.example/m','rel':'license'}]",
            ),
        ],
    );
}

#[test]
fn a_page_that_is_no_feed_has_the_links_to_its_feeds() {
    check(
        as_written,
        &[
            (
                "<html><head><link rel='alternate' type='application/rss+xml' href='https://h.example/f' title='t'/></head></html>",
                "/feed/links",
                "[{'href':'https://h.example/f','rel':'alternate','media_type':'application/rss+xml','title':'t'}]",
            ),
            (
                "<html><head><link rel='stylesheet' type='text/css' href='https://h.example/s'/></head></html>",
                "/feed/links",
                "-",
            ),
            (
                "<html><head><link rel='alternate' type='text/html' href='https://h.example/p'/></head></html>",
                "/feed/links",
                "-",
            ),
            (
                "<html><head><link rel='alternate' type='application/rss+xml' href='https://h.example/f'/></head></html>",
                "/version",
                "''",
            ),
            (
                "<html><link rel='alternate' type='application/rss+xml' href='https://h.example/f'/></html><rss><channel><link>https://h.example/</link></channel></rss>",
                "/feed/links",
                "[{'href':'https://h.example/','rel':'alternate'}]",
            ),
        ],
    );
}

#[test]
fn a_redirect_is_the_new_location_of_a_feed() {
    check(
        as_written,
        &[
            (
                "<redirect><newLocation>https://h.example/f</newLocation></redirect>",
                "/feed",
                "{'new_location':'https://h.example/f'}",
            ),
            (
                "<x:redirect xmlns:x='urn:x'><newLocation>https://h.example/f</newLocation></x:redirect>",
                "/feed",
                "{}",
            ),
            (
                "<html><redirect><newLocation>https://h.example/f</newLocation></redirect></html>",
                "/feed",
                "{}",
            ),
            ("<redirect><newLocation>https://h.example/f</newLocation></redirect>", "/version", "''"),
        ],
    );
}

/// XML Base §4. In RSS, the page of the channel is the base if there is no other.
#[test]
fn references_resolve_against_the_nearest_base() {
    check(
        as_written,
        &[
            (
                "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='https://h.example/a/'><entry xml:base='b/'><link xml:base='c/' href='d'/></entry></feed>",
                "/entries/0/links/0/href",
                "'https://h.example/a/b/c/d'",
            ),
            (
                "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='https://h.example/a/'><entry><title xml:base='b/'/><link href='d'/></entry></feed>",
                "/entries/0/links/0/href",
                "'https://h.example/a/d'",
            ),
            (
                "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='https://h.example/a/'><entry xml:base='javascript:x()'><link href='d'/></entry></feed>",
                "/entries/0/links/0/href",
                "'https://h.example/a/d'",
            ),
            (
                "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='https://h.example/a/'><entry xml:base=''><link href='d'/></entry></feed>",
                "/entries/0/links/0/href",
                "'https://h.example/a/d'",
            ),
            (
                "<feed xmlns='http://www.w3.org/2005/Atom'><entry base='https://h.example/a/' xml:base='https://h.example/b/'><link href='d'/></entry></feed>",
                "/entries/0/links/0/href",
                "'https://h.example/b/d'",
            ),
            (
                "<feed xmlns='http://www.w3.org/2005/Atom'><entry xml:base='https://h.example/b/' base='https://h.example/a/'><link href='d'/></entry></feed>",
                "/entries/0/links/0/href",
                "'https://h.example/b/d'",
            ),
            (
                "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:x='urn:x' x:base='https://h.example/a/'><entry><link href='d'/></entry></feed>",
                "/entries/0/links/0/href",
                "'d'",
            ),
            (
                "<CHANNEL BASE='https://h.example/a/'><ITEM HREF='b'/></CHANNEL>",
                "/entries/0/links/0/href",
                "'https://h.example/a/b'",
            ),
            (
                "<rss><channel><link>https://h.example/a/</link><item><link>b</link></item></channel></rss>",
                "/entries/0/links/0/href",
                "'https://h.example/a/b'",
            ),
            (
                "<rss><channel><item><link>b</link></item><link>https://h.example/a/</link></channel></rss>",
                "/entries/0/links/0/href",
                "'https://h.example/a/b'",
            ),
            (
                "<rss xml:base='https://h.example/c/'><channel><link>https://h.example/a/</link><item><link>b</link></item></channel></rss>",
                "/entries/0/links/0/href",
                "'https://h.example/c/b'",
            ),
            (
                "<rss><channel><link>a/</link><item><link>b</link></item></channel></rss>",
                "/entries/0/links/0/href",
                "'b'",
            ),
            (
                "<feed xmlns='http://www.w3.org/2005/Atom'><link href='https://h.example/a/'/><entry><link href='b'/></entry></feed>",
                "/entries/0/links/0/href",
                "'b'",
            ),
            (
                "<rss xmlns:media='http://search.yahoo.com/mrss/'><channel><link>https://h.example/a/</link><item><media:content url='v'/></item></channel></rss>",
                "/entries/0/media/contents/0/url",
                "'https://h.example/a/v'",
            ),
            (
                "<rss xmlns:media='http://search.yahoo.com/mrss/'><channel xml:base='https://h.example/b/'><link>https://h.example/a/</link><item><media:content url='v'/></item></channel></rss>",
                "/entries/0/media/contents/0/url",
                "'https://h.example/b/v'",
            ),
        ],
    );
}
