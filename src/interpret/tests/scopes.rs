//! Images, text inputs, sources, live items, roots and formats.

use crate::shown::{as_written, check, item, rss, two_channels};

/// Elements take precedence over attributes, and attributes over text.
#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn an_image_has_its_own_fields_and_extensions() {
    check(
        rss,
        &[
            (
                "<image><url>https://h.example/i</url><title>t</title><link>https://h.example/l</link><width>88</width><height>31</height><description>d</description></image>",
                "/feed",
                "{'image':{'href':'https://h.example/i','title':{'value':'t','media_type':'text/plain'},'link':'https://h.example/l','links':[{'href':'https://h.example/l','rel':'alternate'}],'width':{'raw':'88','value':88},'height':{'raw':'31','value':31},'description':{'value':'d','media_type':'text/html','is_sanitized':true}}}",
            ),
            ("<image href='https://h.example/i'/>", "/feed", "{'image':{'href':'https://h.example/i'}}"),
            ("<image url='https://h.example/i'/>", "/feed", "{'image':{'href':'https://h.example/i'}}"),
            ("<image src='https://h.example/i'/>", "/feed", "{'image':{'href':'https://h.example/i'}}"),
            (
                "<image rdf:resource='https://h.example/i'/>",
                "/feed",
                "{'image':{'href':'https://h.example/i'}}",
            ),
            (
                "<image rdf:resource='https://h.example/i' url='https://h.example/j'/>",
                "/feed",
                "{'image':{'href':'https://h.example/i'}}",
            ),
            ("<image>https://h.example/i</image>", "/feed", "{'image':{'href':'https://h.example/i'}}"),
            (
                "<image>a picture of it</image>",
                "/feed",
                "{'image':{'extensions':[{'prefix':'','name':'image','text':'a picture of it'}]}}",
            ),
            ("<image>javascript:x()</image>", "/feed", "{'image':{}}"),
            (
                "<image><url>https://h.example/i</url>a picture</image>",
                "/feed",
                "{'image':{'href':'https://h.example/i','extensions':[{'prefix':'','name':'image','text':'a picture'}]}}",
            ),
            (
                "<image>https://h.example/i<url>https://h.example/j</url></image>",
                "/feed",
                "{'image':{'href':'https://h.example/j','extensions':[{'prefix':'','name':'image','text':'https://h.example/i'}]}}",
            ),
            (
                "<image href='https://h.example/i'><url>https://h.example/j</url></image>",
                "/feed",
                "{'image':{'href':'https://h.example/j','extensions':[{'prefix':'','name':'image','text':'https://h.example/i'}]}}",
            ),
            ("<image/>", "/feed", "{'image':{}}"),
            ("<image><url/></image>", "/feed", "{'image':{'href':''}}"),
            ("<image><width>wide</width></image>", "/feed", "{'image':{'width':{'raw':'wide'}}}"),
            (
                "<image><image><url>https://h.example/i</url></image></image>",
                "/feed",
                "{'image':{'extensions':[{'prefix':'','name':'image','text':'','children':[{'prefix':'','name':'url','text':'https://h.example/i'}]}]}}",
            ),
            (
                "<image><url>https://h.example/i</url><x:y>1</x:y></image>",
                "/feed",
                "{'image':{'href':'https://h.example/i','extensions':[{'namespace':'urn:x','prefix':'x','name':'y','text':'1'}]}}",
            ),
            (
                "<image><url>https://h.example/i</url><ttl>5</ttl></image>",
                "/feed",
                "{'image':{'href':'https://h.example/i','extensions':[{'prefix':'','name':'ttl','text':'5'}]}}",
            ),
            (
                "<image><title>t</title></image>",
                "/feed",
                "{'image':{'title':{'value':'t','media_type':'text/plain'}}}",
            ),
            (
                "<image><url>https://h.example/i</url><summary>s</summary></image>",
                "/feed",
                "{'image':{'href':'https://h.example/i','description':{'value':'s','media_type':'text/plain'}}}",
            ),
            (
                "<image><url>https://h.example/i</url><media:title>m</media:title><media:content url='https://h.example/v'/></image>",
                "/feed",
                "{'image':{'href':'https://h.example/i','title':{'value':'m','media_type':'text/plain'},'extensions':[{'namespace':'http://search.yahoo.com/mrss/','prefix':'media','name':'content','attributes':{'url':'https://h.example/v'},'text':''}]}}",
            ),
            (
                "<image><url>https://h.example/i</url></image><title>t</title>",
                "/feed",
                "{'title':{'value':'t','media_type':'text/plain'},'image':{'href':'https://h.example/i'}}",
            ),
            ("<image><url>https://h.example/i</url>", "/feed", "{'image':{'href':'https://h.example/i'}}"),
            (
                "<item><image><url>https://h.example/i</url></image></item>",
                "/entries/0",
                "{'image':{'href':'https://h.example/i'}}",
            ),
            (
                "<image><url>https://h.example/i</url><x:y>1<x:z>2</x:z></x:y><link/></image><image><url>https://h.example/j</url></image>",
                "/feed",
                "{'image':{'href':'https://h.example/j'},'extensions':[{'prefix':'','name':'image','text':'','children':[{'prefix':'','name':'url','text':'https://h.example/i'},{'namespace':'urn:x','prefix':'x','name':'y','text':'1','children':[{'namespace':'urn:x','prefix':'x','name':'z','text':'2'}]},{'prefix':'','name':'link','text':''}]}]}",
            ),
            (
                "<image xml:base='https://h.example/'><url>i</url></image><image><url>https://h.example/j</url></image>",
                "/feed",
                "{'image':{'href':'https://h.example/j'},'extensions':[{'prefix':'','name':'image','attributes':{'xml:base':'https://h.example/'},'text':'','children':[{'prefix':'','name':'url','text':'https://h.example/i'}]}]}",
            ),
            (
                "<image><x:y><x:z/></image><image><url>https://h.example/j</url></image>",
                "/feed",
                "{'image':{'href':'https://h.example/j'},'extensions':[{'prefix':'','name':'image','text':'','children':[{'namespace':'urn:x','prefix':'x','name':'y','text':'','children':[{'namespace':'urn:x','prefix':'x','name':'z','text':''}]}]}]}",
            ),
        ],
    );
}

#[test]
fn a_text_input_has_its_own_fields_and_extensions() {
    check(
        rss,
        &[
            (
                "<textInput><title>t</title><description>d</description><name>q</name><link>https://h.example/s</link></textInput>",
                "/feed",
                "{'text_input':{'title':{'value':'t','media_type':'text/plain'},'description':{'value':'d','media_type':'text/html','is_sanitized':true},'name':'q','link':'https://h.example/s','links':[{'href':'https://h.example/s','rel':'alternate'}]}}",
            ),
            (
                "<textInput>text</textInput>",
                "/feed",
                "{'text_input':{'extensions':[{'prefix':'','name':'textInput','text':'text'}]}}",
            ),
            ("<textInput><name>R&amp;amp;D</name></textInput>", "/feed", "{'text_input':{'name':'R&amp;D'}}"),
            (
                "<textInput><url>https://h.example/</url></textInput>",
                "/feed",
                "{'text_input':{'extensions':[{'prefix':'','name':'url','text':'https://h.example/'}]}}",
            ),
            ("<textInput/>", "/feed", "{'text_input':{}}"),
            (
                "<textInput rdf:about='urn:x:1'><name>q</name></textInput>",
                "/feed",
                "{'text_input':{'name':'q','extensions':[{'prefix':'','name':'textInput','attributes':{'rdf:about':'urn:x:1'},'text':''}]}}",
            ),
            (
                "<textInput href='https://h.example/'/>",
                "/feed",
                "{'text_input':{'extensions':[{'prefix':'','name':'textInput','attributes':{'href':'https://h.example/'},'text':''}]}}",
            ),
            (
                "<item><textInput><name>q</name></textInput></item>",
                "/entries/0",
                "{'extensions':[{'prefix':'','name':'textInput','text':'','children':[{'prefix':'','name':'name','text':'q'}]}]}",
            ),
        ],
    );
}

/// A `title` element takes precedence over it.
#[test]
fn the_text_of_a_source_is_its_title() {
    check(
        item,
        &[
            (
                "<source url='https://h.example/f'>Feed</source>",
                "/entries/0",
                "{'source':{'title':{'value':'Feed','media_type':'text/plain'},'href':'https://h.example/f'}}",
            ),
            (
                "<source>Feed</source>",
                "/entries/0",
                "{'source':{'title':{'value':'Feed','media_type':'text/plain'}}}",
            ),
            (
                "<source url='javascript:x()'>Feed</source>",
                "/entries/0",
                "{'source':{'title':{'value':'Feed','media_type':'text/plain'}}}",
            ),
            (
                "<source><title>Own</title>Feed</source>",
                "/entries/0",
                "{'source':{'title':{'value':'Own','media_type':'text/plain'},'extensions':[{'prefix':'','name':'source','text':'Feed'}]}}",
            ),
            ("<source/>", "/entries/0", "{'source':{}}"),
            (
                "<source url='https://h.example/f'><id>i</id><link href='https://h.example/l'/><ttl>5</ttl></source>",
                "/entries/0",
                "{'source':{'link':'https://h.example/l','links':[{'href':'https://h.example/l','rel':'alternate'}],'id':'i','href':'https://h.example/f','ttl':{'raw':'5','value':5}}}",
            ),
            (
                "<source><source>a</source></source>",
                "/entries/0",
                "{'source':{'extensions':[{'prefix':'','name':'source','text':'a'}]}}",
            ),
            (
                "<source url='https://h.example/f'>Feed</source><source url='https://h.example/g'>Other</source>",
                "/entries/0",
                "{'source':{'title':{'value':'Other','media_type':'text/plain'},'href':'https://h.example/g'},'extensions':[{'prefix':'','name':'source','attributes':{'url':'https://h.example/f'},'text':'Feed'}]}",
            ),
            (
                "<source xml:lang='en'>Feed</source>",
                "/entries/0",
                "{'source':{'title':{'value':'Feed','media_type':'text/plain','scope':{'language':'en'}}}}",
            ),
            (
                "</item><source>Feed</source><item>",
                "/feed",
                "{'extensions':[{'prefix':'','name':'source','text':'Feed'}]}",
            ),
        ],
    );
}

#[test]
fn a_live_item_is_in_the_feed_and_in_nothing_else() {
    check(
        rss,
        &[
            (
                "<podcast:liveItem status='live' start='2026-11-21T09:30:00Z' end='2026-11-21T10:30:00Z'><title>t</title><guid>g</guid></podcast:liveItem>",
                "/feed/podcast/live_items",
                "[{'status':'live','start':{'raw':'2026-11-21T09:30:00Z','value':'2026-11-21T09:30:00Z','offset':0},'end':{'raw':'2026-11-21T10:30:00Z','value':'2026-11-21T10:30:00Z','offset':0},'item':{'title':{'value':'t','media_type':'text/plain'},'id':'g','id_is_permalink':false}}]",
            ),
            (
                "<podcast:liveItem start='soon'/>",
                "/feed/podcast/live_items",
                "[{'start':{'raw':'soon'},'item':{}}]",
            ),
            (
                "<podcast:liveItem><podcast:liveItem/></podcast:liveItem>",
                "/feed/podcast/live_items",
                "[{'item':{'extensions':[{'namespace':'https://podcastindex.org/namespace/1.0','prefix':'podcast','name':'liveItem','text':''}]}}]",
            ),
            ("<podcast:liveItem start='soon'/>", "/warnings/0/kind", "'unreadable_date'"),
            ("<podcast:liveItem><title>t</title></podcast:liveItem>", "/entries", "[]"),
            (
                "<item><podcast:liveItem><title>t</title></podcast:liveItem></item>",
                "/entries/0",
                "{'extensions':[{'namespace':'https://podcastindex.org/namespace/1.0','prefix':'podcast','name':'liveItem','text':'','children':[{'prefix':'','name':'title','text':'t'}]}]}",
            ),
        ],
    );
}

/// RSS 1.0 gives identifiers in attributes, and CDF pages and dates.
#[test]
fn attributes_of_channels_and_items_are_values() {
    check(
        as_written,
        &[
            (
                "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'><item rdf:about='urn:x:1'><title>t</title></item></rdf:RDF>",
                "/entries/0",
                "{'title':{'value':'t','media_type':'text/plain'},'id':'urn:x:1'}",
            ),
            (
                "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'><item about='urn:x:1'/></rdf:RDF>",
                "/entries/0",
                "{'id':'urn:x:1'}",
            ),
            (
                "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'><channel rdf:about='urn:x:1'><title>t</title></channel></rdf:RDF>",
                "/feed",
                "{'title':{'value':'t','media_type':'text/plain'},'id':'urn:x:1'}",
            ),
            (
                "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'><channel><title>t</title><image rdf:resource='https://h.example/i'/></channel><image><title>i</title><url>https://h.example/i</url></image><textinput><name>q</name></textinput></rdf:RDF>",
                "/feed",
                "{'title':{'value':'t','media_type':'text/plain'},'image':{'href':'https://h.example/i','title':{'value':'i','media_type':'text/plain'}},'text_input':{'name':'q'},'extensions':[{'namespace':'http://purl.org/rss/1.0/','prefix':'','name':'image','attributes':{'rdf:resource':'https://h.example/i'},'text':''}]}",
            ),
            (
                "<CHANNEL HREF='https://h.example/' LASTMOD='2026-11-21'><TITLE>t</TITLE></CHANNEL>",
                "/feed/link",
                "'https://h.example/'",
            ),
            (
                "<CHANNEL HREF='https://h.example/' LASTMOD='2026-11-21'/>",
                "/feed/updated/raw",
                "'2026-11-21'",
            ),
            (
                "<CHANNEL><ITEM HREF='https://h.example/1' LASTMOD='2026-11-21'/></CHANNEL>",
                "/entries/0/link",
                "'https://h.example/1'",
            ),
            (
                "<CHANNEL><ITEM HREF='https://h.example/1' LASTMOD='2026-11-21'/></CHANNEL>",
                "/entries/0/updated/raw",
                "'2026-11-21'",
            ),
            (
                "<CHANNEL><ITEM HREF='https://h.example/1'><A HREF='https://h.example/2'>t</A></ITEM></CHANNEL>",
                "/entries/0",
                "{'link':'https://h.example/1','links':[{'href':'https://h.example/1','rel':'alternate'},{'href':'https://h.example/2','rel':'alternate'}],'extensions':[{'prefix':'','name':'A','text':'t'}]}",
            ),
            (
                "<CHANNEL><ITEM><A HREF='https://h.example/2'/></ITEM></CHANNEL>",
                "/entries/0",
                "{'link':'https://h.example/2','links':[{'href':'https://h.example/2','rel':'alternate'}]}",
            ),
            (
                "<rss><channel><item><a href='https://h.example/2'>t</a></item></channel></rss>",
                "/entries/0",
                "{'extensions':[{'prefix':'','name':'a','attributes':{'href':'https://h.example/2'},'text':'t'}]}",
            ),
            (
                "<CHANNEL><A HREF='https://h.example/2'/><ITEM/></CHANNEL>",
                "/feed",
                "{'link':'https://h.example/2','links':[{'href':'https://h.example/2','rel':'alternate'}]}",
            ),
            // They are values of the item, not attributes of the link.
            (
                "<CHANNEL><ITEM HREF='https://h.example/2' LASTMOD='soon' about='urn:x:2'/></CHANNEL>",
                "/entries/0",
                "{'link':'https://h.example/2','links':[{'href':'https://h.example/2','rel':'alternate'}],'id':'urn:x:2','updated':{'raw':'soon'}}",
            ),
            (
                "<rss><channel><item lastmod='soon'><title>t</title></item></channel></rss>",
                "/entries/0",
                "{'title':{'value':'t','media_type':'text/plain'},'updated':{'raw':'soon'}}",
            ),
            (
                "<rss><channel><item><title>a</title><item about='urn:x:2'/></item></channel></rss>",
                "/entries/1",
                "{'id':'urn:x:2'}",
            ),
            (
                "<CHANNEL><ITEM><X><A HREF='https://h.example/2'/></X></ITEM></CHANNEL>",
                "/entries/0",
                "{'extensions':[{'prefix':'','name':'X','text':'','children':[{'prefix':'','name':'A','attributes':{'HREF':'https://h.example/2'},'text':''}]}]}",
            ),
        ],
    );
}

#[test]
fn the_root_and_its_namespace_name_the_format() {
    check(
        as_written,
        &[
            ("<rss version='2.0'/>", "/version", "'rss20'"),
            ("<rss version=' 0.92 '/>", "/version", "'rss092'"),
            ("<rss/>", "/version", "'rss'"),
            ("<rss version='0.91'/>", "/version", "'rss091u'"),
            ("<!DOCTYPE rss PUBLIC '-//Netscape//DTD' 'n'><rss version='0.91'/>", "/version", "'rss091n'"),
            ("<RSS version='2.0.11'/>", "/version", "'rss20'"),
            ("<feed xmlns='http://www.w3.org/2005/Atom'/>", "/version", "'atom10'"),
            ("<feed version='0.3' xmlns='http://purl.org/atom/ns#'/>", "/version", "'atom03'"),
            ("<feed version='0.3' xmlns='http://www.w3.org/2005/Atom'/>", "/version", "'atom10'"),
            ("<feed/>", "/version", "'atom'"),
            ("<entry xmlns='http://www.w3.org/2005/Atom'/>", "/version", "'atom10'"),
            ("<entry/>", "/version", "'atom'"),
            ("<item/>", "/version", "''"),
            ("<channel/>", "/version", "''"),
            ("<Channel/>", "/version", "'cdf'"),
            ("<CHANNEL/>", "/version", "'cdf'"),
            ("<channel href='https://h.example/'/>", "/version", "'cdf'"),
            ("<channel self='https://h.example/'/>", "/version", "'cdf'"),
            ("<Channel xmlns='http://purl.org/net/rss1.1#'/>", "/version", "''"),
            (
                "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'/>",
                "/version",
                "'rss10'",
            ),
            (
                "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://my.netscape.com/rdf/simple/0.9/'><channel/></rdf:RDF>",
                "/version",
                "'rss090'",
            ),
            ("<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/>", "/version", "''"),
            (
                "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:a='http://www.w3.org/2005/Atom' xmlns='http://purl.org/rss/1.0/'><channel/></rdf:RDF>",
                "/version",
                "'rss10'",
            ),
            ("<html><channel href='https://h.example/'/></html>", "/version", "''"),
            ("<rss version='2.0'><channel/></rss><feed version='0.3'/>", "/version", "'rss20'"),
            ("<feed version='0.3'/><rss version='2.0'/>", "/version", "'rss20'"),
            ("<html/>", "/version", "''"),
            ("<html/>", "/bozo", "{'NotAFeed':'html'}"),
            ("<channel/>", "/bozo", "null"),
        ],
    );
}

#[test]
fn a_language_is_in_force_until_its_element_ends() {
    check(
        as_written,
        &[
            ("<rss xml:lang='en'><channel/></rss>", "/feed/language", "'en'"),
            ("<rss><channel xml:lang='en'/></rss>", "/feed/language", "'en'"),
            ("<rss xml:lang='en'><channel xml:lang='nl'/></rss>", "/feed/language", "'nl'"),
            ("<rss xml:lang='en'><channel><language>nl</language></channel></rss>", "/feed/language", "'nl'"),
            ("<feed xmlns='http://www.w3.org/2005/Atom' xml:lang='en_US'/>", "/feed/language", "'en-US'"),
            ("<feed xmlns='http://www.w3.org/2005/Atom' xml:lang=''/>", "/feed/language", "-"),
            (
                "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:x='urn:x' x:lang='en'/>",
                "/feed/language",
                "-",
            ),
            ("<feed xmlns='http://www.w3.org/2005/Atom' lang='nl' xml:lang='en'/>", "/feed/language", "'en'"),
            ("<feed xmlns='http://www.w3.org/2005/Atom' xml:lang='en' lang='nl'/>", "/feed/language", "'en'"),
            ("<rss><channel><title xml:lang='en'>t</title></channel></rss>", "/feed/language", "-"),
            (
                "<rss xml:lang='en'><channel><title>t</title></channel></rss>",
                "/feed/title/scope",
                "{'language':'en'}",
            ),
            (
                "<rss xml:lang='en'><channel><title xml:lang=''>t</title></channel></rss>",
                "/feed/title",
                "{'value':'t','media_type':'text/plain'}",
            ),
            (
                "<rss xml:lang='en'><channel><item xml:lang='nl'><title>t</title></item></channel></rss>",
                "/entries/0",
                "{'title':{'value':'t','media_type':'text/plain','scope':{'language':'nl'}},'language':'nl'}",
            ),
            (
                "<rss xml:lang='en'><channel><item><title>t</title></item></channel></rss>",
                "/entries/0",
                "{'title':{'value':'t','media_type':'text/plain','scope':{'language':'en'}}}",
            ),
            (
                "<rss><channel><item xml:lang='nl'/><item><title>t</title></item></channel></rss>",
                "/entries/1",
                "{'title':{'value':'t','media_type':'text/plain'}}",
            ),
            (
                "<rss><channel xml:lang='en'/><channel><title>b</title></channel></rss>",
                "/feed/title/value",
                "'b'",
            ),
        ],
    );
}

/// An exception is a first channel that says nothing about the feed.
#[test]
fn a_second_channel_describes_another_feed() {
    check(
        two_channels,
        &[
            (
                "<title>a</title>|<title>b</title>",
                "/feed",
                "{'title':{'value':'a','media_type':'text/plain'},'extensions':[{'prefix':'','name':'title','text':'b'}]}",
            ),
            (
                "<title>a</title>|<ttl>5</ttl>",
                "/feed",
                "{'title':{'value':'a','media_type':'text/plain'},'extensions':[{'prefix':'','name':'ttl','text':'5'}]}",
            ),
            (
                "|<title>b</title><ttl>5</ttl>",
                "/feed",
                "{'title':{'value':'b','media_type':'text/plain'},'ttl':{'raw':'5','value':5}}",
            ),
            (
                "<item><title>i</title></item>|<title>b</title>",
                "/feed",
                "{'title':{'value':'b','media_type':'text/plain'}}",
            ),
        ],
    );
}
