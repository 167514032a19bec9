//! Plain values, dates, categories, and elements whose attributes hold the value.

use crate::shown::{check, item, rss};

/// RSS 2.0: a `guid` is a permalink unless it says otherwise.
#[test]
fn a_guid_is_the_page_if_it_can_be_opened() {
    check(
        item,
        &[
            ("<guid>a</guid>", "/entries/0", "{'id':'a','id_is_permalink':false}"),
            (
                "<guid>https://h.example/1</guid>",
                "/entries/0",
                "{'link':'https://h.example/1','id':'https://h.example/1','id_is_permalink':true}",
            ),
            (
                "<guid isPermaLink='false'>https://h.example/1</guid>",
                "/entries/0",
                "{'id':'https://h.example/1','id_is_permalink':false}",
            ),
            (
                "<guid isPermaLink='true'>https://h.example/1</guid>",
                "/entries/0",
                "{'link':'https://h.example/1','id':'https://h.example/1','id_is_permalink':true}",
            ),
            (
                "<guid isPermaLink=' TRUE '>https://h.example/1</guid>",
                "/entries/0",
                "{'link':'https://h.example/1','id':'https://h.example/1','id_is_permalink':true}",
            ),
            (
                "<guid isPermaLink='no'>https://h.example/1</guid>",
                "/entries/0",
                "{'id':'https://h.example/1','id_is_permalink':false}",
            ),
            ("<guid isPermaLink='maybe'>a</guid>", "/warnings/0/kind", "'unreadable_boolean'"),
            ("<guid isPermaLink='TRUE'>a</guid>", "/warnings", "[]"),
            ("<guid isPermaLink='true'>a</guid>", "/entries/0", "{'id':'a','id_is_permalink':false}"),
            ("<guid/>", "/entries/0", "{'id':'','id_is_permalink':true}"),
            ("<guid isPermaLink='false'/>", "/entries/0", "{'id':'','id_is_permalink':false}"),
            ("<guid>/1</guid>", "/entries/0", "{'link':'/1','id':'/1','id_is_permalink':true}"),
            (
                "<guid>www.h.example/1</guid>",
                "/entries/0",
                "{'link':'http://www.h.example/1','id':'www.h.example/1','id_is_permalink':true}",
            ),
            (
                "<guid>//h.example/1</guid>",
                "/entries/0",
                "{'link':'http://h.example/1','id':'//h.example/1','id_is_permalink':true}",
            ),
            ("<guid>urn:x:1</guid>", "/entries/0", "{'id':'urn:x:1','id_is_permalink':false}"),
            (
                "<guid>https://h.example/a b</guid>",
                "/entries/0",
                "{'link':'https://h.example/a%20b','id':'https://h.example/a b','id_is_permalink':true}",
            ),
            (
                "<guid>https://h.example/1</guid><link>https://h.example/2</link>",
                "/entries/0",
                "{'link':'https://h.example/2','links':[{'href':'https://h.example/2','rel':'alternate'}],'id':'https://h.example/1','id_is_permalink':true}",
            ),
            ("<a:id>https://h.example/1</a:id>", "/entries/0", "{'id':'https://h.example/1'}"),
        ],
    );
}

/// The URI may be in `admin:generatorAgent`.
#[test]
fn a_generator_has_a_name_a_uri_and_a_version() {
    check(
        rss,
        &[
            ("<generator>g</generator>", "/feed/generator", "{'name':'g'}"),
            ("<generator/>", "/feed/generator", "{'name':''}"),
            (
                "<generator uri='https://h.example/u' version='1'>g</generator>",
                "/feed/generator",
                "{'name':'g','uri':'https://h.example/u','version':'1'}",
            ),
            (
                "<generator url='https://h.example/u'>g</generator>",
                "/feed/generator",
                "{'name':'g','uri':'https://h.example/u'}",
            ),
            (
                "<generator href='https://h.example/u'/>",
                "/feed/generator",
                "{'name':'','uri':'https://h.example/u'}",
            ),
            ("<generator url='javascript:x()'>g</generator>", "/feed/generator", "{'name':'g'}"),
            (
                "<generator>g</generator><admin:generatorAgent rdf:resource='https://h.example/u'/>",
                "/feed/generator",
                "{'name':'g','uri':'https://h.example/u'}",
            ),
            (
                "<generator uri='https://h.example/1'>g</generator><admin:generatorAgent rdf:resource='https://h.example/2'/>",
                "/feed/generator",
                "{'name':'g','uri':'https://h.example/1'}",
            ),
            (
                "<admin:generatorAgent rdf:resource='https://h.example/u'/>",
                "/feed/generator",
                "{'uri':'https://h.example/u'}",
            ),
            (
                "<admin:generatorAgent rdf:resource='https://h.example/u'/>",
                "/feed/extensions/0/name",
                "'generatorAgent'",
            ),
            (
                "<admin:errorReportsTo rdf:resource='mailto:a@h.example'/>",
                "/feed/error_reports_to",
                "'mailto:a@h.example'",
            ),
            (
                "<admin:errorReportsTo resource='mailto:a@h.example'/>",
                "/feed/error_reports_to",
                "'mailto:a@h.example'",
            ),
            ("<admin:errorReportsTo rdf:resource='javascript:x()'/>", "/feed/error_reports_to", "-"),
            (
                "<generator>g</generator><item><generator>i</generator></item>",
                "/entries/0",
                "{'extensions':[{'prefix':'','name':'generator','text':'i'}]}",
            ),
        ],
    );
}

#[test]
fn keywords_are_split_at_commas() {
    check(
        item,
        &[
            (
                "<itunes:keywords>a, b,,c d ,</itunes:keywords>",
                "/entries/0/tags",
                "[{'term':'a','scheme':'http://www.itunes.com/keywords'},{'term':'b','scheme':'http://www.itunes.com/keywords'},{'term':'c d','scheme':'http://www.itunes.com/keywords'}]",
            ),
            (
                "<itunes:keywords text='a,b'/>",
                "/entries/0/tags",
                "[{'term':'a','scheme':'http://www.itunes.com/keywords'},{'term':'b','scheme':'http://www.itunes.com/keywords'}]",
            ),
            (
                "<itunes:keywords text='a'>b</itunes:keywords>",
                "/entries/0/tags",
                "[{'term':'a','scheme':'http://www.itunes.com/keywords'},{'term':'b','scheme':'http://www.itunes.com/keywords'}]",
            ),
            ("<tags>a,b</tags>", "/entries/0/tags", "[{'term':'a'},{'term':'b'}]"),
            ("<media:keywords>a,b</media:keywords>", "/entries/0/tags", "[{'term':'a'},{'term':'b'}]"),
            ("<itunes:keywords/>", "/entries/0/tags", "-"),
            ("<tags>R&amp;amp;D</tags>", "/entries/0/tags", "[{'term':'R&D'}]"),
        ],
    );
}

/// Text where a URI belongs is an extension if it is not a URI.
#[test]
fn an_element_with_one_value_has_it_as_text() {
    check(
        rss,
        &[
            ("<docs>https://h.example/d</docs>", "/feed", "{'docs':'https://h.example/d'}"),
            (
                "<docs>see the manual</docs>",
                "/feed",
                "{'extensions':[{'prefix':'','name':'docs','text':'see the manual'}]}",
            ),
            ("<docs>a&#32;b/c</docs>", "/feed", "{'docs':'a b/c'}"),
            ("<docs>javascript:x()</docs>", "/feed", "{}"),
            ("<docs/>", "/feed", "{'docs':''}"),
            ("<language>en</language>", "/feed", "{'language':'en'}"),
            ("<ttl>60</ttl>", "/feed", "{'ttl':{'raw':'60','value':60}}"),
            ("<ttl>an hour</ttl>", "/feed", "{'ttl':{'raw':'an hour'}}"),
            ("<ttl>an hour</ttl>", "/warnings/0/kind", "'unreadable_number'"),
            (
                "<newLocation>https://h.example/n</newLocation>",
                "/feed",
                "{'new_location':'https://h.example/n'}",
            ),
            ("<icon>https://h.example/i</icon>", "/feed", "{'icon':'https://h.example/i'}"),
            ("<logo href='https://h.example/l'/>", "/feed", "{'logo':'https://h.example/l'}"),
            (
                "<logo href='https://h.example/l'>https://h.example/m</logo>",
                "/feed",
                "{'logo':'https://h.example/m','extensions':[{'prefix':'','name':'logo','text':'https://h.example/l'}]}",
            ),
            (
                "<docs href='https://h.example/d'/>",
                "/feed",
                "{'docs':'','extensions':[{'prefix':'','name':'docs','attributes':{'href':'https://h.example/d'},'text':''}]}",
            ),
            ("<logo href='javascript:x()'/>", "/feed", "{'logo':''}"),
            (
                "<icon>none of them</icon>",
                "/feed",
                "{'extensions':[{'prefix':'','name':'icon','text':'none of them'}]}",
            ),
            (
                "<item><comments>https://h.example/c</comments></item>",
                "/entries/0",
                "{'comments':'https://h.example/c'}",
            ),
            (
                "<item><comments>3 of them</comments></item>",
                "/entries/0",
                "{'extensions':[{'prefix':'','name':'comments','text':'3 of them'}]}",
            ),
        ],
    );
}

#[test]
fn dates_are_read_and_kept_as_written() {
    check(
        item,
        &[
            (
                "<pubDate>Sat, 21 Nov 2026 09:30:00 GMT</pubDate>",
                "/entries/0",
                "{'published':{'raw':'Sat, 21 Nov 2026 09:30:00 GMT','value':'2026-11-21T09:30:00Z','offset':0}}",
            ),
            ("<pubDate>soon</pubDate>", "/entries/0", "{'published':{'raw':'soon'}}"),
            ("<pubDate>soon</pubDate>", "/warnings/0/kind", "'unreadable_date'"),
            ("<pubDate/>", "/entries/0", "{'published':{'raw':''}}"),
            ("<pubDate/>", "/warnings", "[]"),
            (
                "<dc:date>2026-11-21</dc:date>",
                "/entries/0",
                "{'updated':{'raw':'2026-11-21','value':'2026-11-21T00:00:00Z'}}",
            ),
            (
                "<a:published>2026-11-21T09:30:00Z</a:published>",
                "/entries/0",
                "{'published':{'raw':'2026-11-21T09:30:00Z','value':'2026-11-21T09:30:00Z','offset':0}}",
            ),
            (
                "<expirationDate>2026-11-21</expirationDate>",
                "/entries/0",
                "{'expired':{'raw':'2026-11-21','value':'2026-11-21T00:00:00Z'}}",
            ),
            (
                "<a:created>2026-11-21</a:created>",
                "/entries/0",
                "{'created':{'raw':'2026-11-21','value':'2026-11-21T00:00:00Z'}}",
            ),
            ("<pubDate>2026 <b>-11-21</b></pubDate>", "/entries/0", "{'published':{'raw':'2026 -11-21'}}"),
            (
                "<dcterms:valid>start=2026-01-01; end=2026-02-01; scheme=W3C-DTF;</dcterms:valid>",
                "/entries/0",
                "{'validity':{'raw':'start=2026-01-01; end=2026-02-01; scheme=W3C-DTF;','value':{'start':{'raw':'2026-01-01','value':'2026-01-01T00:00:00Z'},'end':{'raw':'2026-02-01','value':'2026-02-01T00:00:00Z'}}}}",
            ),
            (
                "<dcterms:valid>end = 2026-02-01</dcterms:valid>",
                "/entries/0",
                "{'validity':{'raw':'end = 2026-02-01','value':{'end':{'raw':'2026-02-01','value':'2026-02-01T00:00:00Z'}}}}",
            ),
            ("<dcterms:valid>soon</dcterms:valid>", "/entries/0", "{'validity':{'raw':'soon'}}"),
            (
                "<dcterms:valid>start=soon</dcterms:valid>",
                "/entries/0",
                "{'validity':{'raw':'start=soon','value':{'start':{'raw':'soon'}}}}",
            ),
            (
                "<dcterms:valid>started=2026-01-01</dcterms:valid>",
                "/entries/0",
                "{'validity':{'raw':'started=2026-01-01'}}",
            ),
        ],
    );
}

/// Categories of iTunes are nested.
#[test]
fn categories_have_a_term_a_scheme_and_a_label() {
    check(
        item,
        &[
            ("<category>a</category>", "/entries/0/tags", "[{'term':'a'}]"),
            ("<category domain='urn:d'>a</category>", "/entries/0/tags", "[{'term':'a','scheme':'urn:d'}]"),
            (
                "<category scheme='urn:s' domain='urn:d'>a</category>",
                "/entries/0/tags",
                "[{'term':'a','scheme':'urn:s'}]",
            ),
            ("<category term='t' label='l'/>", "/entries/0/tags", "[{'term':'t','label':'l'}]"),
            ("<category term='t'>a</category>", "/entries/0/tags", "[{'term':'t'}]"),
            ("<category label='l'/>", "/entries/0/tags", "[{'label':'l'}]"),
            ("<category/>", "/entries/0/tags", "-"),
            ("<category term='' label=''>a</category>", "/entries/0/tags", "[{'term':'a'}]"),
            ("<category domain='javascript:x()'>a</category>", "/entries/0/tags", "[{'term':'a'}]"),
            ("<category domain='urn:d'/>", "/entries/0/tags", "[{'scheme':'urn:d'}]"),
            ("<category> a <i>b</i> </category>", "/entries/0/tags", "[{'term':'a b'}]"),
            (
                "<category>a</category><category>a</category><category>b</category>",
                "/entries/0/tags",
                "[{'term':'a'},{'term':'b'}]",
            ),
            (
                "<category>a</category><category domain='urn:d'>a</category>",
                "/entries/0/tags",
                "[{'term':'a'},{'term':'a','scheme':'urn:d'}]",
            ),
            ("<dc:subject>a</dc:subject>", "/entries/0/tags", "[{'term':'a'}]"),
            ("<keywords>a, b</keywords>", "/entries/0/tags", "[{'term':'a, b'}]"),
            ("<category bozofeed:label='l'>a</category>", "/entries/0/tags", "[{'term':'a','label':'l'}]"),
            (
                "<itunes:category text='a'/>",
                "/entries/0/tags",
                "[{'term':'a','scheme':'http://www.itunes.com/'}]",
            ),
            (
                "<itunes:category text='a'><itunes:category text='b'><itunes:category text='c'/></itunes:category></itunes:category>",
                "/entries/0/tags",
                "[{'term':'a','scheme':'http://www.itunes.com/'},{'term':'b','scheme':'http://www.itunes.com/','parent':'a'},{'term':'c','scheme':'http://www.itunes.com/','parent':'b'}]",
            ),
            (
                "<itunes:category text='a'><itunes:category text='b'/><itunes:category text='c'/></itunes:category><itunes:category text='d'/>",
                "/entries/0/tags",
                "[{'term':'a','scheme':'http://www.itunes.com/'},{'term':'b','scheme':'http://www.itunes.com/','parent':'a'},{'term':'c','scheme':'http://www.itunes.com/','parent':'a'},{'term':'d','scheme':'http://www.itunes.com/'}]",
            ),
            (
                "<itunes:category>a</itunes:category>",
                "/entries/0/tags",
                "[{'term':'a','scheme':'http://www.itunes.com/'}]",
            ),
            ("<itunes:category/>", "/entries/0/tags", "-"),
            (
                "<itunes:category text='a'><category>b</category></itunes:category>",
                "/entries/0/tags",
                "[{'term':'a','scheme':'http://www.itunes.com/'}]",
            ),
            (
                "<category term='a'><itunes:category text='b'/></category>",
                "/entries/0/tags",
                "[{'term':'a'}]",
            ),
            (
                "<media:category>a</media:category>",
                "/entries/0/tags",
                "[{'term':'a','scheme':'http://search.yahoo.com/mrss/category_schema'}]",
            ),
            (
                "<media:category scheme='urn:s' label='l'>a</media:category>",
                "/entries/0/tags",
                "[{'term':'a','scheme':'urn:s','label':'l'}]",
            ),
            ("<media:category/>", "/entries/0/tags", "-"),
            (
                "<media:category label='l'/>",
                "/entries/0/tags",
                "[{'scheme':'http://search.yahoo.com/mrss/category_schema','label':'l'}]",
            ),
        ],
    );
}

#[test]
fn images_of_itunes_and_clouds_have_attributes() {
    check(
        rss,
        &[
            (
                "<itunes:image href='https://h.example/i'/>",
                "/feed",
                "{'image':{'href':'https://h.example/i'},'itunes':{'image':'https://h.example/i'}}",
            ),
            (
                "<itunes:image url='https://h.example/i'/>",
                "/feed",
                "{'image':{'href':'https://h.example/i'},'itunes':{'image':'https://h.example/i'}}",
            ),
            (
                "<itunes:image>https://h.example/i</itunes:image>",
                "/feed",
                "{'image':{'href':'https://h.example/i'},'itunes':{'image':'https://h.example/i'}}",
            ),
            (
                "<itunes:image>a picture of it</itunes:image>",
                "/feed",
                "{'extensions':[{'namespace':'http://www.itunes.com/dtds/podcast-1.0.dtd','prefix':'itunes','name':'image','text':'a picture of it'}]}",
            ),
            ("<itunes:image/>", "/feed", "{}"),
            ("<itunes:image href='javascript:x()'/>", "/feed", "{}"),
            (
                "<itunes:image href='https://h.example/i'>a picture</itunes:image>",
                "/feed",
                "{'image':{'href':'https://h.example/i'},'itunes':{'image':'https://h.example/i'},'extensions':[{'namespace':'http://www.itunes.com/dtds/podcast-1.0.dtd','prefix':'itunes','name':'image','text':'a picture'}]}",
            ),
            ("<itunes:image href=''/>", "/feed", "{'image':{'href':''},'itunes':{'image':''}}"),
            (
                "<cloud domain='d' port='80' path='/p' registerProcedure='r' protocol='soap' b='1'/>",
                "/feed",
                "{'cloud':{'domain':'d','port':{'raw':'80','value':80},'path':'/p','register_procedure':'r','protocol':'soap','attributes':{'b':'1'}}}",
            ),
            ("<cloud DOMAIN='d' port='many'/>", "/feed", "{'cloud':{'domain':'d','port':{'raw':'many'}}}"),
            ("<cloud port='many'/>", "/warnings/0/kind", "'unreadable_number'"),
            (
                "<cloud domain='d'>text</cloud>",
                "/feed",
                "{'cloud':{'domain':'d'},'extensions':[{'prefix':'','name':'cloud','text':'text'}]}",
            ),
            ("<cloud x:domain='d'/>", "/feed", "{'cloud':{'attributes':{'x:domain':'d'}}}"),
            ("<cloud/>", "/feed", "{'cloud':{}}"),
        ],
    );
}
