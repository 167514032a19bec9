//! Tests of the candidate that each field keeps, and of what happens to the others.

use crate::shown::{as_written, check, item, rss, two_channels};

#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn a_value_of_an_item_that_loses_is_an_extension_if_it_says_something_else() {
    check(
        item,
        &[
            (
                "<title>a</title><title>b</title>",
                "/entries/0",
                "{'title':{'value':'a','media_type':'text/plain'},'extensions':[{'prefix':'','name':'title','text':'b'}]}",
            ),
            (
                "<title>a</title><dc:title>b</dc:title>",
                "/entries/0",
                "{'title':{'value':'a','media_type':'text/plain'},'extensions':[{'namespace':'http://purl.org/dc/elements/1.1/','prefix':'dc','name':'title','text':'b'}]}",
            ),
            (
                "<dc:title>b</dc:title><title>a</title>",
                "/entries/0",
                "{'title':{'value':'a','media_type':'text/plain'},'extensions':[{'namespace':'http://purl.org/dc/elements/1.1/','prefix':'dc','name':'title','text':'b'}]}",
            ),
            (
                "<title>a</title><media:title>b</media:title>",
                "/entries/0",
                "{'title':{'value':'a','media_type':'text/plain'},'media':{'details':{'title':{'value':'b','media_type':'text/plain'}}}}",
            ),
            (
                "<title>a</title><dc:title> a </dc:title>",
                "/entries/0",
                "{'title':{'value':'a','media_type':'text/plain'}}",
            ),
            ("<title/><title>b</title>", "/entries/0", "{'title':{'value':'b','media_type':'text/plain'}}"),
            (
                "<title>a</title><a:title type='html'>&lt;b>b&lt;/b></a:title>",
                "/entries/0",
                "{'title':{'value':'a','media_type':'text/plain'},'extensions':[{'namespace':'http://www.w3.org/2005/Atom','prefix':'','name':'title','attributes':{'type':'text/html'},'text':'<b>b</b>'}]}",
            ),
            (
                "<title>a</title><title>&lt;b>b&lt;/b></title>",
                "/entries/0",
                "{'title':{'value':'a','media_type':'text/plain'},'extensions':[{'prefix':'','name':'title','text':'<b>b</b>'}]}",
            ),
            (
                "<guid>a</guid><guid>b</guid>",
                "/entries/0",
                "{'id':'b','id_is_permalink':false,'extensions':[{'prefix':'','name':'guid','text':'a'}]}",
            ),
            (
                "<a:id>b</a:id><guid>a</guid>",
                "/entries/0",
                "{'id':'a','id_is_permalink':false,'extensions':[{'namespace':'http://www.w3.org/2005/Atom','prefix':'','name':'id','text':'b'}]}",
            ),
            ("<guid>a</guid><guid>a</guid>", "/entries/0", "{'id':'a','id_is_permalink':false}"),
            ("<guid>a</guid><guid/>", "/entries/0", "{'id':'a','id_is_permalink':false}"),
            (
                "<link>https://h.example/1</link><link>https://h.example/2</link>",
                "/entries/0",
                "{'link':'https://h.example/2','links':[{'href':'https://h.example/1','rel':'alternate'},{'href':'https://h.example/2','rel':'alternate'}]}",
            ),
            (
                "<pubDate>2026-11-21T09:30:00Z</pubDate><a:published>2026-11-21T10:30:00+01:00</a:published>",
                "/entries/0",
                "{'published':{'raw':'2026-11-21T09:30:00Z','value':'2026-11-21T09:30:00Z','offset':0}}",
            ),
            (
                "<pubDate>2026-11-21</pubDate><pubDate>2026-11-22</pubDate>",
                "/entries/0",
                "{'published':{'raw':'2026-11-22','value':'2026-11-22T00:00:00Z'},'extensions':[{'prefix':'','name':'pubDate','text':'2026-11-21'}]}",
            ),
            (
                "<pubDate>2026-11-21</pubDate><pubDate>soon</pubDate>",
                "/entries/0",
                "{'published':{'raw':'2026-11-21','value':'2026-11-21T00:00:00Z'},'extensions':[{'prefix':'','name':'pubDate','text':'soon'}]}",
            ),
            (
                "<pubDate>soon</pubDate><pubDate>later</pubDate>",
                "/entries/0",
                "{'published':{'raw':'later'},'extensions':[{'prefix':'','name':'pubDate','text':'soon'}]}",
            ),
            (
                "<comments>https://h.example/1</comments><comments>https://h.example/2</comments>",
                "/entries/0",
                "{'comments':'https://h.example/2','extensions':[{'prefix':'','name':'comments','text':'https://h.example/1'}]}",
            ),
            (
                "<copyright>a</copyright><dc:rights>b</dc:rights>",
                "/entries/0",
                "{'rights':{'value':'a','media_type':'text/plain'},'extensions':[{'namespace':'http://purl.org/dc/elements/1.1/','prefix':'dc','name':'rights','text':'b'}]}",
            ),
            (
                "<language>en</language><dc:language>nl</dc:language>",
                "/entries/0",
                "{'language':'en','extensions':[{'namespace':'http://purl.org/dc/elements/1.1/','prefix':'dc','name':'language','text':'nl'}]}",
            ),
            (
                "<dc:publisher>A</dc:publisher><dc:publisher>B</dc:publisher>",
                "/entries/0",
                "{'publisher':{'raw':'B','name':'B'},'extensions':[{'namespace':'http://purl.org/dc/elements/1.1/','prefix':'dc','name':'publisher','text':'A'}]}",
            ),
            (
                "<source url='https://h.example/f'>a</source><source/>",
                "/entries/0",
                "{'source':{'title':{'value':'a','media_type':'text/plain'},'href':'https://h.example/f'}}",
            ),
            (
                "<itunes:image href='https://h.example/i'/><itunes:image href='https://h.example/j'/>",
                "/entries/0",
                "{'image':{'href':'https://h.example/j'},'itunes':{'image':'https://h.example/j'},'extensions':[{'namespace':'http://www.itunes.com/dtds/podcast-1.0.dtd','prefix':'itunes','name':'image','attributes':{'href':'https://h.example/i'},'text':''}]}",
            ),
            (
                "<itunes:image href='https://h.example/i'/><image><url>https://h.example/j</url></image>",
                "/entries/0",
                "{'image':{'href':'https://h.example/j'},'itunes':{'image':'https://h.example/i'}}",
            ),
            (
                "<admin:generatorAgent rdf:resource='https://h.example/u'/>",
                "/entries/0",
                "{'extensions':[{'namespace':'http://webns.net/mvcb/','prefix':'admin','name':'generatorAgent','attributes':{'rdf:resource':'https://h.example/u'},'text':''}]}",
            ),
            (
                "<dcterms:valid>a</dcterms:valid><dcterms:valid>start=2026-01-01</dcterms:valid>",
                "/entries/0",
                "{'validity':{'raw':'start=2026-01-01','value':{'start':{'raw':'2026-01-01','value':'2026-01-01T00:00:00Z'}}},'extensions':[{'namespace':'http://purl.org/dc/terms/','prefix':'dcterms','name':'valid','text':'a'}]}",
            ),
            (
                "<pubDate>soon</pubDate><a:published>2026-11-21</a:published>",
                "/entries/0",
                "{'published':{'raw':'2026-11-21','value':'2026-11-21T00:00:00Z'},'extensions':[{'prefix':'','name':'pubDate','text':'soon'}]}",
            ),
            (
                "<title/><dc:title>b</dc:title>",
                "/entries/0",
                "{'title':{'value':'b','media_type':'text/plain'}}",
            ),
            (
                "<admin:errorReportsTo rdf:resource='https://h.example/1'/>",
                "/entries/0",
                "{'extensions':[{'namespace':'http://webns.net/mvcb/','prefix':'admin','name':'errorReportsTo','attributes':{'rdf:resource':'https://h.example/1'},'text':''}]}",
            ),
            (
                "<category>a</category><category>a</category><category domain='urn:d'>a</category>",
                "/entries/0",
                "{'tags':[{'term':'a'},{'term':'a','scheme':'urn:d'}]}",
            ),
        ],
    );
}

#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn a_value_of_a_feed_that_loses_is_an_extension_if_it_says_something_else() {
    check(
        rss,
        &[
            ("<ttl>60</ttl><ttl>060</ttl>", "/feed", "{'ttl':{'raw':'060','value':60}}"),
            (
                "<ttl>60</ttl><ttl>61</ttl>",
                "/feed",
                "{'ttl':{'raw':'61','value':61},'extensions':[{'prefix':'','name':'ttl','text':'60'}]}",
            ),
            (
                "<ttl>x</ttl><ttl>60</ttl>",
                "/feed",
                "{'ttl':{'raw':'60','value':60},'extensions':[{'prefix':'','name':'ttl','text':'x'}]}",
            ),
            (
                "<ttl>60</ttl><ttl>x</ttl>",
                "/feed",
                "{'ttl':{'raw':'60','value':60},'extensions':[{'prefix':'','name':'ttl','text':'x'}]}",
            ),
            (
                "<cloud domain='d' port='80'/><cloud domain='e' path='/p' b='1'/>",
                "/feed",
                "{'cloud':{'domain':'e','path':'/p','attributes':{'b':'1'}},'extensions':[{'prefix':'','name':'cloud','attributes':{'domain':'d','port':'80'},'text':''}]}",
            ),
            (
                "<generator>a</generator><generator version='1' uri='https://h.example/u'>b</generator>",
                "/feed",
                "{'generator':{'name':'b','uri':'https://h.example/u','version':'1'},'extensions':[{'prefix':'','name':'generator','text':'a'}]}",
            ),
            (
                "<webMaster>a@h.example (A)</webMaster><webMaster>B</webMaster>",
                "/feed",
                "{'web_master':{'raw':'B','name':'B'},'extensions':[{'prefix':'','name':'webMaster','text':'a@h.example (A)'}]}",
            ),
            (
                "<itunes:owner><itunes:name>A</itunes:name></itunes:owner><itunes:owner><itunes:name>B</itunes:name><x:y>1</x:y></itunes:owner>",
                "/feed",
                "{'itunes':{'owner':{'name':'B','extensions':[{'namespace':'urn:x','prefix':'x','name':'y','text':'1'}]}},'extensions':[{'namespace':'http://www.itunes.com/dtds/podcast-1.0.dtd','prefix':'itunes','name':'owner','text':'','children':[{'namespace':'http://www.itunes.com/dtds/podcast-1.0.dtd','prefix':'itunes','name':'name','text':'A'}]}]}",
            ),
            (
                "<textInput><link>https://h.example/1</link></textInput><textInput><link>https://h.example/2</link><name>q</name></textInput>",
                "/feed",
                "{'text_input':{'name':'q','link':'https://h.example/2','links':[{'href':'https://h.example/2','rel':'alternate'}]},'extensions':[{'prefix':'','name':'textInput','text':'','children':[{'prefix':'','name':'link','text':'https://h.example/1'}]}]}",
            ),
            (
                "<docs>https://h.example/1</docs><docs>https://h.example/2</docs>",
                "/feed",
                "{'docs':'https://h.example/2','extensions':[{'prefix':'','name':'docs','text':'https://h.example/1'}]}",
            ),
            (
                "<description>a</description><a:subtitle>b</a:subtitle>",
                "/feed",
                "{'subtitle':{'value':'a','media_type':'text/html','is_sanitized':true},'extensions':[{'namespace':'http://www.w3.org/2005/Atom','prefix':'','name':'subtitle','text':'b'}]}",
            ),
            (
                "<description>a</description><itunes:subtitle>b</itunes:subtitle>",
                "/feed",
                "{'subtitle':{'value':'a','media_type':'text/html','is_sanitized':true},'itunes':{'subtitle':{'value':'b','media_type':'text/plain'}}}",
            ),
            (
                "<itunes:subtitle>b</itunes:subtitle>",
                "/feed",
                "{'subtitle':{'value':'b','media_type':'text/plain'},'itunes':{'subtitle':{'value':'b','media_type':'text/plain'}}}",
            ),
            (
                "<description>a</description><itunes:summary>b</itunes:summary>",
                "/feed",
                "{'summary':{'value':'b','media_type':'text/plain'},'subtitle':{'value':'a','media_type':'text/html','is_sanitized':true},'itunes':{'summary':{'value':'b','media_type':'text/plain'}}}",
            ),
            (
                "<itunes:summary>b</itunes:summary>",
                "/feed",
                "{'summary':{'value':'b','media_type':'text/plain'},'itunes':{'summary':{'value':'b','media_type':'text/plain'}}}",
            ),
            ("<a:summary>b</a:summary>", "/feed", "{'summary':{'value':'b','media_type':'text/plain'}}"),
            (
                "<a:info>a</a:info><a:info>b</a:info>",
                "/feed",
                "{'info':{'value':'b','media_type':'text/plain'},'extensions':[{'namespace':'http://www.w3.org/2005/Atom','prefix':'','name':'info','text':'a'}]}",
            ),
            (
                "<a:logo>https://h.example/1</a:logo><a:logo>https://h.example/2</a:logo>",
                "/feed",
                "{'logo':'https://h.example/2','extensions':[{'namespace':'http://www.w3.org/2005/Atom','prefix':'','name':'logo','text':'https://h.example/1'}]}",
            ),
            (
                "<admin:errorReportsTo rdf:resource='https://h.example/1'/><admin:errorReportsTo rdf:resource='https://h.example/2'/>",
                "/feed",
                "{'error_reports_to':'https://h.example/2','extensions':[{'namespace':'http://webns.net/mvcb/','prefix':'admin','name':'errorReportsTo','attributes':{'rdf:resource':'https://h.example/1'},'text':''},{'namespace':'http://webns.net/mvcb/','prefix':'admin','name':'errorReportsTo','attributes':{'rdf:resource':'https://h.example/2'},'text':''}]}",
            ),
            (
                "<ttl>1</ttl><r:ttl xmlns:r='http://backend.userland.com/rss2'>2</r:ttl>",
                "/feed",
                "{'ttl':{'raw':'2','value':2},'extensions':[{'prefix':'','name':'ttl','text':'1'}]}",
            ),
            (
                "<r:ttl xmlns:r='http://backend.userland.com/rss2'>1</r:ttl><ttl>2</ttl>",
                "/feed",
                "{'ttl':{'raw':'2','value':2},'extensions':[{'namespace':'http://purl.org/rss/1.0/','prefix':'','name':'ttl','text':'1'}]}",
            ),
            (
                "<generator>a</generator><admin:generatorAgent rdf:resource='https://h.example/1'/>",
                "/feed",
                "{'generator':{'name':'a','uri':'https://h.example/1'},'extensions':[{'namespace':'http://webns.net/mvcb/','prefix':'admin','name':'generatorAgent','attributes':{'rdf:resource':'https://h.example/1'},'text':''}]}",
            ),
            (
                "<generator uri='https://h.example/1'>a</generator><admin:generatorAgent rdf:resource='https://h.example/2'/>",
                "/feed",
                "{'generator':{'name':'a','uri':'https://h.example/1'},'extensions':[{'namespace':'http://webns.net/mvcb/','prefix':'admin','name':'generatorAgent','attributes':{'rdf:resource':'https://h.example/2'},'text':''}]}",
            ),
        ],
    );
}

#[test]
fn elements_in_the_channel_come_before_those_outside() {
    check(
        as_written,
        &[
            (
                "<rss><title>a</title><channel><title>b</title></channel></rss>",
                "/feed",
                "{'title':{'value':'b','media_type':'text/plain'},'extensions':[{'prefix':'','name':'title','text':'a'}]}",
            ),
            (
                "<rss><channel><title>b</title></channel><title>a</title></rss>",
                "/feed",
                "{'title':{'value':'b','media_type':'text/plain'},'extensions':[{'prefix':'','name':'title','text':'a'}]}",
            ),
            (
                "<rss><channel><x:w xmlns:x='urn:x'><title>a</title><ttl>5</ttl></channel></rss>",
                "/feed",
                "{'title':{'value':'a','media_type':'text/plain'},'ttl':{'raw':'5','value':5},'extensions':[{'namespace':'urn:x','prefix':'x','name':'w','text':''}]}",
            ),
            (
                "<rss><title>a</title><channel/></rss>",
                "/feed",
                "{'title':{'value':'a','media_type':'text/plain'}}",
            ),
            (
                "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'><channel rdf:about='https://h.example/'><link>https://h.example/</link></channel></rdf:RDF>",
                "/feed",
                "{'link':'https://h.example/','links':[{'href':'https://h.example/','rel':'alternate'}],'id':'https://h.example/'}",
            ),
            (
                "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/' xmlns:a='http://www.w3.org/2005/Atom'><channel rdf:about='urn:x:1'><link>https://h.example/</link><a:id>urn:x:2</a:id></channel></rdf:RDF>",
                "/feed",
                "{'link':'https://h.example/','links':[{'href':'https://h.example/','rel':'alternate'}],'id':'urn:x:2','extensions':[{'namespace':'http://www.w3.org/1999/02/22-rdf-syntax-ns#','prefix':'rdf','name':'about','text':'urn:x:1'}]}",
            ),
            (
                "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/' xmlns:a='http://www.w3.org/2005/Atom'><channel rdf:about='https://h.example/'><link>https://h.example/</link><a:id>urn:x:2</a:id></channel></rdf:RDF>",
                "/feed",
                "{'link':'https://h.example/','links':[{'href':'https://h.example/','rel':'alternate'}],'id':'urn:x:2'}",
            ),
            (
                "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/' xmlns:a='http://www.w3.org/2005/Atom'><channel rdf:about=''><a:id>urn:x:2</a:id></channel></rdf:RDF>",
                "/feed",
                "{'id':'urn:x:2'}",
            ),
        ],
    );
}

/// RSS 1.0 §5.3.4.
#[test]
fn an_image_without_a_url_describes_one_without_a_title() {
    check(
        rss,
        &[
            (
                "<image href='https://h.example/i'/><image><title>t</title><link>https://h.example/l</link></image>",
                "/feed",
                "{'image':{'href':'https://h.example/i','title':{'value':'t','media_type':'text/plain'},'link':'https://h.example/l','links':[{'href':'https://h.example/l','rel':'alternate'}]}}",
            ),
            (
                "<image><title>t</title></image><image href='https://h.example/i'/>",
                "/feed",
                "{'image':{'href':'https://h.example/i','title':{'value':'t','media_type':'text/plain'}}}",
            ),
            (
                "<image><url>https://h.example/i</url><title>t</title></image><image><title>u</title></image>",
                "/feed",
                "{'image':{'href':'https://h.example/i','title':{'value':'t','media_type':'text/plain'}},'extensions':[{'prefix':'','name':'image','text':'','children':[{'prefix':'','name':'title','text':'u'}]}]}",
            ),
            (
                "<image><url>https://h.example/i</url><link>https://h.example/l</link></image><image><title>u</title></image>",
                "/feed",
                "{'image':{'href':'https://h.example/i','link':'https://h.example/l','links':[{'href':'https://h.example/l','rel':'alternate'}]},'extensions':[{'prefix':'','name':'image','text':'','children':[{'prefix':'','name':'title','text':'u'}]}]}",
            ),
            (
                "<image href='https://h.example/i'/><image><description>d</description></image>",
                "/feed",
                "{'image':{'href':'https://h.example/i'},'extensions':[{'prefix':'','name':'image','text':'','children':[{'prefix':'','name':'description','text':'d'}]}]}",
            ),
            (
                "<image><url>https://h.example/i</url><description>d</description></image><image><title>t</title><description>e</description><x:y>1</x:y></image>",
                "/feed",
                "{'image':{'href':'https://h.example/i','title':{'value':'t','media_type':'text/plain'},'description':{'value':'d','media_type':'text/html','is_sanitized':true},'extensions':[{'namespace':'urn:x','prefix':'x','name':'y','text':'1'}]}}",
            ),
            (
                "<image><title>t</title></image>",
                "/feed",
                "{'image':{'title':{'value':'t','media_type':'text/plain'}}}",
            ),
            (
                "<image><title>t</title></image><image><title>u</title></image>",
                "/feed",
                "{'image':{'title':{'value':'u','media_type':'text/plain'}},'extensions':[{'prefix':'','name':'image','text':'','children':[{'prefix':'','name':'title','text':'t'}]}]}",
            ),
            (
                "<image><url>https://h.example/i</url></image><image><url>https://h.example/j</url></image>",
                "/feed",
                "{'image':{'href':'https://h.example/j'},'extensions':[{'prefix':'','name':'image','text':'','children':[{'prefix':'','name':'url','text':'https://h.example/i'}]}]}",
            ),
            (
                "<image/><image href='https://h.example/i'/>",
                "/feed",
                "{'image':{'href':'https://h.example/i'}}",
            ),
            (
                "<image><x:y/></image><image><title>t</title></image>",
                "/feed",
                "{'image':{'title':{'value':'t','media_type':'text/plain'}},'extensions':[{'prefix':'','name':'image','text':'','children':[{'namespace':'urn:x','prefix':'x','name':'y','text':''}]}]}",
            ),
        ],
    );
}

#[test]
fn a_summary_that_loses_is_kept_unless_a_content_says_the_same() {
    check(
        item,
        &[
            (
                "<description>a</description><content:encoded>a</content:encoded>",
                "/entries/0",
                "{'summary':{'value':'a','media_type':'text/html','is_sanitized':true},'content':[{'value':'a','media_type':'text/html','is_sanitized':true}]}",
            ),
            (
                "<description>a</description><a:summary>b</a:summary>",
                "/entries/0",
                "{'summary':{'value':'a','media_type':'text/html','is_sanitized':true},'extensions':[{'namespace':'http://www.w3.org/2005/Atom','prefix':'','name':'summary','text':'b'}]}",
            ),
            (
                "<description>a</description><a:summary>b</a:summary><content:encoded>b</content:encoded>",
                "/entries/0",
                "{'summary':{'value':'a','media_type':'text/html','is_sanitized':true},'content':[{'value':'b','media_type':'text/html','is_sanitized':true}]}",
            ),
            (
                "<a:summary>b</a:summary><description>a</description>",
                "/entries/0",
                "{'summary':{'value':'a','media_type':'text/html','is_sanitized':true},'extensions':[{'namespace':'http://www.w3.org/2005/Atom','prefix':'','name':'summary','text':'b'}]}",
            ),
            (
                "<description>a</description><itunes:summary>b</itunes:summary>",
                "/entries/0",
                "{'summary':{'value':'a','media_type':'text/html','is_sanitized':true},'itunes':{'summary':{'value':'b','media_type':'text/plain'}}}",
            ),
            (
                "<description>a</description><media:description>b</media:description>",
                "/entries/0",
                "{'summary':{'value':'a','media_type':'text/html','is_sanitized':true},'media':{'details':{'description':{'value':'b','media_type':'text/plain'}}}}",
            ),
            (
                "<description>a</description><dc:description>b</dc:description>",
                "/entries/0",
                "{'summary':{'value':'a','media_type':'text/html','is_sanitized':true},'extensions':[{'namespace':'http://purl.org/dc/elements/1.1/','prefix':'dc','name':'description','text':'b'}]}",
            ),
            (
                "<description>a</description><dc:description>a</dc:description>",
                "/entries/0",
                "{'summary':{'value':'a','media_type':'text/html','is_sanitized':true}}",
            ),
            (
                "<description>a</description><description>b</description>",
                "/entries/0",
                "{'summary':{'value':'a','media_type':'text/html','is_sanitized':true},'extensions':[{'prefix':'','name':'description','text':'b'}]}",
            ),
            (
                "<description/><a:summary>b</a:summary>",
                "/entries/0",
                "{'summary':{'value':'b','media_type':'text/plain'}}",
            ),
        ],
    );
}

#[test]
fn an_author_is_named_once() {
    check(
        item,
        &[
            (
                "<author>a@h.example (A)</author><dc:creator>A</dc:creator>",
                "/entries/0/authors",
                "[{'raw':'a@h.example (A)','name':'A','email':'a@h.example'}]",
            ),
            (
                "<dc:creator>A</dc:creator><author>a@h.example (A)</author>",
                "/entries/0/authors",
                "[{'raw':'a@h.example (A)','name':'A','email':'a@h.example'}]",
            ),
            (
                "<dc:creator>A</dc:creator><dc:creator>A</dc:creator>",
                "/entries/0/authors",
                "[{'raw':'A','name':'A'}]",
            ),
            (
                "<dc:creator>A</dc:creator><dc:creator>B</dc:creator>",
                "/entries/0/authors",
                "[{'raw':'A','name':'A'},{'raw':'B','name':'B'}]",
            ),
            (
                "<a:author><a:name>A</a:name><a:uri>https://h.example/</a:uri></a:author><author>a@h.example (A)</author>",
                "/entries/0/authors",
                "[{'name':'A','uri':'https://h.example/'},{'raw':'a@h.example (A)','name':'A','email':'a@h.example'}]",
            ),
            (
                "<author>a@h.example</author><author>a@h.example</author>",
                "/entries/0/authors",
                "[{'raw':'a@h.example','email':'a@h.example'},{'raw':'a@h.example','email':'a@h.example'}]",
            ),
            (
                "<author>a@h.example</author><dc:creator>A</dc:creator>",
                "/entries/0/authors",
                "[{'raw':'a@h.example','email':'a@h.example'},{'raw':'A','name':'A'}]",
            ),
            (
                "<a:author><a:name>A</a:name><x:y>1</x:y></a:author><dc:creator>A</dc:creator>",
                "/entries/0/authors",
                "[{'name':'A','extensions':[{'namespace':'urn:x','prefix':'x','name':'y','text':'1'}]}]",
            ),
            (
                "<dc:creator>A</dc:creator><a:author><a:name>A</a:name><x:y>1</x:y></a:author>",
                "/entries/0/authors",
                "[{'name':'A','extensions':[{'namespace':'urn:x','prefix':'x','name':'y','text':'1'}]}]",
            ),
            (
                "<a:author><a:name>A</a:name><x:y>1</x:y></a:author><a:author><a:name>A</a:name><x:y>1</x:y></a:author>",
                "/entries/0/authors",
                "[{'name':'A','extensions':[{'namespace':'urn:x','prefix':'x','name':'y','text':'1'}]},{'name':'A','extensions':[{'namespace':'urn:x','prefix':'x','name':'y','text':'1'}]}]",
            ),
            (
                "<a:contributor><a:name>A</a:name></a:contributor><dc:contributor>A</dc:contributor>",
                "/entries/0/contributors",
                "[{'name':'A'},{'raw':'A','name':'A'}]",
            ),
        ],
    );
}

#[test]
fn only_the_first_feed_of_a_document_is_described() {
    check(
        two_channels,
        &[
            (
                "<title>a</title>|<title>b</title><ttl>5</ttl>",
                "/feed",
                "{'title':{'value':'a','media_type':'text/plain'},'extensions':[{'prefix':'','name':'title','text':'b'},{'prefix':'','name':'ttl','text':'5'}]}",
            ),
            ("|<title>b</title>", "/feed", "{'title':{'value':'b','media_type':'text/plain'}}"),
            (
                "<title>a</title><link>https://h.example/1</link>|<link>https://h.example/2</link>",
                "/feed",
                "{'title':{'value':'a','media_type':'text/plain'},'link':'https://h.example/1','links':[{'href':'https://h.example/1','rel':'alternate'}],'extensions':[{'prefix':'','name':'link','attributes':{'href':'https://h.example/2','rel':'alternate'},'text':''}]}",
            ),
            (
                "<link>https://h.example/1</link>|<link>https://h.example/1</link>",
                "/feed",
                "{'link':'https://h.example/1','links':[{'href':'https://h.example/1','rel':'alternate'}]}",
            ),
            (
                "<category>a</category>|<category>a</category><category>b</category>",
                "/feed",
                "{'tags':[{'term':'a'}],'extensions':[{'prefix':'','name':'category','attributes':{'term':'b'},'text':''}]}",
            ),
            (
                "<dc:creator>A</dc:creator>|<dc:creator>A</dc:creator><dc:creator>B</dc:creator>",
                "/feed",
                "{'authors':[{'raw':'A','name':'A'}],'extensions':[{'namespace':'http://purl.org/dc/elements/1.1/','prefix':'dc','name':'creator','text':'B'}]}",
            ),
            (
                "<title>a</title>|<content:encoded>c</content:encoded>",
                "/feed",
                "{'title':{'value':'a','media_type':'text/plain'},'extensions':[{'namespace':'http://purl.org/rss/1.0/modules/content/','prefix':'content','name':'encoded','text':'c'}]}",
            ),
            (
                "<x:a/>|<x:a/><x:a>1</x:a><x:b/>",
                "/feed",
                "{'extensions':[{'namespace':'urn:x','prefix':'x','name':'a','text':''},{'namespace':'urn:x','prefix':'x','name':'a','text':'1'},{'namespace':'urn:x','prefix':'x','name':'b','text':''}]}",
            ),
            (
                "<title>a</title>|<title>a</title><dc:title>b</dc:title>",
                "/feed",
                "{'title':{'value':'a','media_type':'text/plain'},'extensions':[{'namespace':'http://purl.org/dc/elements/1.1/','prefix':'dc','name':'title','text':'b'}]}",
            ),
            (
                "<title>a</title>|<image><url>https://h.example/i</url></image>",
                "/feed",
                "{'title':{'value':'a','media_type':'text/plain'},'extensions':[{'prefix':'','name':'image','text':'','children':[{'prefix':'','name':'url','text':'https://h.example/i'}]}]}",
            ),
            (
                "<title>a</title>|<item><title>b</title></item>",
                "/feed",
                "{'title':{'value':'a','media_type':'text/plain'}}",
            ),
            (
                "<title>a</title><dc:title>x</dc:title>|<title>b</title>",
                "/feed",
                "{'title':{'value':'a','media_type':'text/plain'},'extensions':[{'namespace':'http://purl.org/dc/elements/1.1/','prefix':'dc','name':'title','text':'x'},{'prefix':'','name':'title','text':'b'}]}",
            ),
            (
                "<dc:title>a</dc:title>|<title>b</title>",
                "/feed",
                "{'title':{'value':'a','media_type':'text/plain'},'extensions':[{'prefix':'','name':'title','text':'b'}]}",
            ),
            (
                "<title>a</title>|<item><title>b</title><x:a/></item>",
                "/entries",
                "[{'title':{'value':'b','media_type':'text/plain'},'extensions':[{'namespace':'urn:x','prefix':'x','name':'a','text':''}]}]",
            ),
        ],
    );
}

#[test]
fn entries_are_in_the_order_of_their_start_tags() {
    check(
        as_written,
        &[
            (
                "<rss><channel><item><title>a</title><item><title>b</title></item><link>https://h.example/a</link></item><item><title>c</title></item></channel></rss>",
                "/entries",
                "[{'title':{'value':'a','media_type':'text/plain'},'link':'https://h.example/a','links':[{'href':'https://h.example/a','rel':'alternate'}]},{'title':{'value':'b','media_type':'text/plain'}},{'title':{'value':'c','media_type':'text/plain'}}]",
            ),
            (
                "<rss><channel><item><title>a</title><item><title>b</title><item><title>c</title></item></item></item></channel></rss>",
                "/entries",
                "[{'title':{'value':'a','media_type':'text/plain'}},{'title':{'value':'b','media_type':'text/plain'}},{'title':{'value':'c','media_type':'text/plain'}}]",
            ),
            ("<rss><channel><item></item><item/></channel></rss>", "/entries", "[{},{}]"),
            ("<rss><channel><item>", "/entries", "[]"),
            (
                "<rss><channel><item><title>a</title></channel></rss>",
                "/entries",
                "[{'title':{'value':'a','media_type':'text/plain'}}]",
            ),
            (
                "<rss><channel><item><title>a</title></item></channel></rss><item><title>a</title></item><item><title>b</title></item>",
                "/entries",
                "[{'title':{'value':'a','media_type':'text/plain'}},{'title':{'value':'b','media_type':'text/plain'}}]",
            ),
            (
                "<rss><channel><item lastmod='2026-11-21'><modified>2026-11-22</modified></item></channel></rss>",
                "/entries",
                "[{'updated':{'raw':'2026-11-22','value':'2026-11-22T00:00:00Z'}}]",
            ),
            (
                "<rss><channel><item><item><title>b</title></item><item><title>c</title></item></channel></rss>",
                "/entries",
                "[{'title':{'value':'b','media_type':'text/plain'}},{'title':{'value':'c','media_type':'text/plain'}}]",
            ),
            (
                "<rss><channel><item><title>a</title><item><title>b</title></item><item><title>c</title></item></item></channel></rss>",
                "/entries",
                "[{'title':{'value':'a','media_type':'text/plain'}},{'title':{'value':'b','media_type':'text/plain'}},{'title':{'value':'c','media_type':'text/plain'}}]",
            ),
        ],
    );
}
