//! Text constructs of each type, and markup that waits for the page of its feed or entry.

use crate::shown::{as_written, check, entry, item};

/// RFC 4287 §4.1.3.3; `mode` is that of Atom 0.3.
#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn the_type_of_content_says_how_it_is_read() {
    check(
        entry,
        &[
            (
                "<content>a &lt;b>c&lt;/b></content>",
                "/entries/0/content",
                "[{'value':'a <b>c</b>','media_type':'text/plain'}]",
            ),
            (
                "<content type='text'>a &lt;b>c&lt;/b></content>",
                "/entries/0/content",
                "[{'value':'a <b>c</b>','media_type':'text/plain'}]",
            ),
            (
                "<content type='html'>a &lt;b>c&lt;/b></content>",
                "/entries/0/content",
                "[{'value':'a <b>c</b>','media_type':'text/html','is_sanitized':true}]",
            ),
            (
                "<content type='xhtml'><div>a <b>c</b></div></content>",
                "/entries/0/content",
                "[{'value':'a <b>c</b>','media_type':'application/xhtml+xml','is_sanitized':true}]",
            ),
            (
                "<content type='TEXT/HTML'>a &lt;b>c&lt;/b></content>",
                "/entries/0/content",
                "[{'value':'a <b>c</b>','media_type':'text/html','is_sanitized':true}]",
            ),
            (
                "<content type='text/plain; charset=x'>a</content>",
                "/entries/0/content",
                "[{'value':'a','media_type':'text/plain'}]",
            ),
            (
                "<content type='text/markdown'>a &lt;b></content>",
                "/entries/0/content",
                "[{'value':'a <b>','media_type':'text/markdown'}]",
            ),
            (
                "<content type='application/octet-stream'>YQ==</content>",
                "/entries/0/content",
                "[{'value':'a','media_type':'application/octet-stream'}]",
            ),
            (
                "<content type='image/png'>not base64!</content>",
                "/entries/0/content",
                "[{'value':'not base64!','media_type':'image/png'}]",
            ),
            (
                "<content mode='base64' type='text/plain'>YQ==</content>",
                "/entries/0/content",
                "[{'value':'a','media_type':'text/plain'}]",
            ),
            (
                "<content mode='BASE64' type='text/html'>PGI+YTwvYj4=</content>",
                "/entries/0/content",
                "[{'value':'<b>a</b>','media_type':'text/html','is_sanitized':true}]",
            ),
            (
                "<content mode='escaped' type='application/xhtml+xml'>&lt;b>a&lt;/b></content>",
                "/entries/0/content",
                "[{'value':'<b>a</b>','media_type':'application/xhtml+xml','is_sanitized':true}]",
            ),
            (
                "<content mode='escaped' type='text/html'>&lt;b>a&lt;/b></content>",
                "/entries/0/content",
                "[{'value':'<b>a</b>','media_type':'text/html','is_sanitized':true}]",
            ),
            (
                "<content mode='Escaped' type='xhtml'>R&amp;amp;D</content>",
                "/entries/0/content",
                "[{'value':'R&amp;D','media_type':'application/xhtml+xml','is_sanitized':true}]",
            ),
            (
                "<content mode='xml' type='text/html'><b>a</b></content>",
                "/entries/0/content",
                "[{'value':'<b>a</b>','media_type':'application/xhtml+xml','is_sanitized':true}]",
            ),
            (
                "<content src='https://h.example/c' type='image/png'/>",
                "/entries/0/content",
                "[{'value':'','media_type':'image/png','src':'https://h.example/c'}]",
            ),
            (
                "<content src='javascript:x()' type='image/png'/>",
                "/entries/0/content",
                "[{'value':'','media_type':'image/png'}]",
            ),
            (
                "<content src='c' xml:base='https://h.example/'/>",
                "/entries/0/content",
                "[{'value':'','media_type':'text/plain','src':'https://h.example/c','scope':{'base':'https://h.example/'}}]",
            ),
            (
                "<content type='application/xml'><x:a>b</x:a></content>",
                "/entries/0/content",
                "[{'value':'<a>b</a>','media_type':'application/xml'}]",
            ),
            (
                "<content type='image/svg+xml'>a</content>",
                "/entries/0/content",
                "[{'value':'a','media_type':'image/svg+xml'}]",
            ),
            (
                "<content type='html'><div>a &lt;b>c&lt;/b></div></content>",
                "/entries/0/content",
                "[{'value':'a <b>c</b>','media_type':'text/html','is_sanitized':true}]",
            ),
            (
                "<content type='html'>a <p>c</p></content>",
                "/entries/0/content",
                "[{'value':'a <p>c</p>','media_type':'application/xhtml+xml','is_sanitized':true}]",
            ),
            (
                "<content>a <p>c</p></content>",
                "/entries/0/content",
                "[{'value':'a <p>c</p>','media_type':'application/xhtml+xml','is_sanitized':true}]",
            ),
            (
                "<content type='text'>a <b>c</b></content>",
                "/entries/0/content",
                "[{'value':'a <b>c</b>','media_type':'application/xhtml+xml','is_sanitized':true}]",
            ),
            (
                "<content type='xhtml'>a <![CDATA[<b>]]></content>",
                "/entries/0/content",
                "[{'value':'a &lt;b&gt;','media_type':'application/xhtml+xml','is_sanitized':true}]",
            ),
            (
                "<content type='xhtml'>a &lt; b &amp; c</content>",
                "/entries/0/content",
                "[{'value':'a &lt; b &amp; c','media_type':'application/xhtml+xml','is_sanitized':true}]",
            ),
            (
                "<content type='xhtml'><p>a<br/>b</content>",
                "/entries/0/content",
                "[{'value':'<p>a<br />b</p>','media_type':'application/xhtml+xml','is_sanitized':true}]",
            ),
            (
                "<content type='xhtml'><p>a<b>c</p></content>",
                "/entries/0/content",
                "[{'value':'<p>a<b>c</b></p>','media_type':'application/xhtml+xml','is_sanitized':true}]",
            ),
            (
                "<content type='xhtml'><title>a</title><link href='https://h.example/1'/>b</content>",
                "/entries/0/content",
                "[{'value':'b','media_type':'application/xhtml+xml','is_sanitized':true}]",
            ),
            (
                "<content type='xhtml'><p><a href='b' xml:base='https://h.example/'>c</a></p></content>",
                "/entries/0/content",
                r#"[{'value':'<p><a href="https://h.example/b" rel="noopener noreferrer">c</a></p>','media_type':'application/xhtml+xml','is_sanitized':true}]"#,
            ),
            (
                "<content type='xhtml' xml:base='https://h.example/'><a href='b'>c</a></content>",
                "/entries/0/content",
                r#"[{'value':'<a href="https://h.example/b" rel="noopener noreferrer">c</a>','media_type':'application/xhtml+xml','is_sanitized':true,'scope':{'base':'https://h.example/'}}]"#,
            ),
            (
                "<content type='xhtml' xml:lang='nl'>a</content>",
                "/entries/0/content",
                "[{'value':'a','media_type':'application/xhtml+xml','is_sanitized':true,'scope':{'language':'nl'}}]",
            ),
            ("<content/>", "/entries/0/content", "[{'value':'','media_type':'text/plain'}]"),
            (
                "<content type='html'>  a  </content>",
                "/entries/0/content",
                "[{'value':'a','media_type':'text/html','is_sanitized':true}]",
            ),
            (
                "<content>a</content><content>b</content>",
                "/entries/0/content",
                "[{'value':'a','media_type':'text/plain'},{'value':'b','media_type':'text/plain'}]",
            ),
            (
                "<xhtml:body>a <b>c</b></xhtml:body>",
                "/entries/0/content",
                "[{'value':'a <b>c</b>','media_type':'application/xhtml+xml','is_sanitized':true}]",
            ),
            (
                "<xhtml:div>a <b>c</b></xhtml:div>",
                "/entries/0/content",
                "[{'value':'a <b>c</b>','media_type':'application/xhtml+xml','is_sanitized':true}]",
            ),
            ("<xhtml:p>a</xhtml:p>", "/entries/0/content", "-"),
            (
                "<content type='xhtml'>&eacute; &#233;</content>",
                "/entries/0/content",
                "[{'value':'é é','media_type':'application/xhtml+xml','is_sanitized':true}]",
            ),
            (
                "<content mode='escaped' type='application/xhtml+xml'><p>a &lt; b</p></content>",
                "/entries/0/content",
                "[{'value':'<p>a &lt; b</p>','media_type':'application/xhtml+xml','is_sanitized':true}]",
            ),
            (
                "<content mode='escaped' type='application/xhtml+xml'><p>a &amp;lt; b</p></content>",
                "/entries/0/content",
                "[{'value':'<p>a &amp;lt; b</p>','media_type':'application/xhtml+xml','is_sanitized':true}]",
            ),
            (
                "<content type='xhtml'>a < b <p>c</p></content>",
                "/entries/0/content",
                "[{'value':'a &lt; b <p>c</p>','media_type':'application/xhtml+xml','is_sanitized':true}]",
            ),
        ],
    );
}

#[test]
fn other_texts_of_atom_are_read_as_content_is() {
    check(
        entry,
        &[
            (
                "<title type='html'>a &lt;b>c&lt;/b></title>",
                "/entries/0",
                "{'title':{'value':'a <b>c</b>','media_type':'text/html','is_sanitized':true}}",
            ),
            (
                "<title><b>a</b></title>",
                "/entries/0",
                "{'title':{'value':'<b>a</b>','media_type':'application/xhtml+xml','is_sanitized':true}}",
            ),
            (
                "<title>a <div>b</div></title>",
                "/entries/0",
                "{'title':{'value':'a b','media_type':'text/plain'}}",
            ),
            (
                "<summary type='xhtml'><div>a<br/></div></summary>",
                "/entries/0",
                "{'summary':{'value':'a<br />','media_type':'application/xhtml+xml','is_sanitized':true}}",
            ),
            ("<rights>a</rights>", "/entries/0", "{'rights':{'value':'a','media_type':'text/plain'}}"),
            ("<subtitle>a</subtitle>", "/entries/0", "{'subtitle':{'value':'a','media_type':'text/plain'}}"),
            ("<title/>", "/entries/0", "{'title':{'value':'','media_type':'text/plain'}}"),
            (
                "<title type='html'>&lt;script>a&lt;/script>b</title>",
                "/entries/0",
                "{'title':{'value':'b','media_type':'text/html','is_sanitized':true}}",
            ),
        ],
    );
}

/// The elements of modules are read as their vocabularies specify.
#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn texts_of_rss_are_markup_if_they_look_like_it() {
    check(
        item,
        &[
            (
                "<description>a &lt;b>c&lt;/b></description>",
                "/entries/0",
                "{'summary':{'value':'a <b>c</b>','media_type':'text/html','is_sanitized':true}}",
            ),
            (
                "<description>a <b>c</b></description>",
                "/entries/0",
                "{'summary':{'value':'a <b>c</b>','media_type':'application/xhtml+xml','is_sanitized':true}}",
            ),
            (
                "<description type='text/plain'>a &lt;b>c&lt;/b></description>",
                "/entries/0",
                "{'summary':{'value':'a <b>c</b>','media_type':'text/html','is_sanitized':true}}",
            ),
            (
                "<description><![CDATA[a <b>c</b>]]></description>",
                "/entries/0",
                "{'summary':{'value':'a <b>c</b>','media_type':'text/html','is_sanitized':true}}",
            ),
            (
                "<content:encoded>&lt;p>a&lt;/p></content:encoded>",
                "/entries/0",
                "{'content':[{'value':'<p>a</p>','media_type':'text/html','is_sanitized':true}]}",
            ),
            (
                "<content:encoded>a <p>c</p></content:encoded>",
                "/entries/0",
                "{'content':[{'value':'a <p>c</p>','media_type':'application/xhtml+xml','is_sanitized':true}]}",
            ),
            (
                "<fullitem>a &lt;b>c&lt;/b></fullitem>",
                "/entries/0",
                "{'content':[{'value':'a <b>c</b>','media_type':'text/html','is_sanitized':true}]}",
            ),
            (
                "<body>a <b>c</b></body>",
                "/entries/0",
                "{'content':[{'value':'a <b>c</b>','media_type':'application/xhtml+xml','is_sanitized':true}]}",
            ),
            (
                "<title>a &amp;amp; b</title>",
                "/entries/0",
                "{'title':{'value':'a &amp; b','media_type':'text/html','is_sanitized':true}}",
            ),
            (
                "<title>a &lt;b>c&lt;/b></title>",
                "/entries/0",
                "{'title':{'value':'a <b>c</b>','media_type':'text/html','is_sanitized':true}}",
            ),
            ("<copyright>a</copyright>", "/entries/0", "{'rights':{'value':'a','media_type':'text/plain'}}"),
            (
                "<abstract>a</abstract>",
                "/entries/0",
                "{'summary':{'value':'a','media_type':'text/html','is_sanitized':true}}",
            ),
            (
                "<media:title>a &lt;b>c&lt;/b></media:title>",
                "/entries/0",
                "{'title':{'value':'a <b>c</b>','media_type':'text/plain'},'media':{'details':{'title':{'value':'a <b>c</b>','media_type':'text/plain'}}}}",
            ),
            (
                "<media:title type='html'>a &lt;b>c&lt;/b></media:title>",
                "/entries/0",
                "{'title':{'value':'a <b>c</b>','media_type':'text/html','is_sanitized':true},'media':{'details':{'title':{'value':'a <b>c</b>','media_type':'text/html','is_sanitized':true}}}}",
            ),
            (
                "<media:description type='plain'>a</media:description>",
                "/entries/0",
                "{'summary':{'value':'a','media_type':'text/plain'},'media':{'details':{'description':{'value':'a','media_type':'text/plain'}}}}",
            ),
            (
                "<itunes:summary>a &lt;b>c&lt;/b></itunes:summary>",
                "/entries/0",
                "{'summary':{'value':'a <b>c</b>','media_type':'text/html','is_sanitized':true},'itunes':{'summary':{'value':'a <b>c</b>','media_type':'text/html','is_sanitized':true}}}",
            ),
            (
                "<itunes:subtitle>a</itunes:subtitle>",
                "/entries/0",
                "{'subtitle':{'value':'a','media_type':'text/plain'},'itunes':{'subtitle':{'value':'a','media_type':'text/plain'}}}",
            ),
            (
                "<a:content>a &lt;b>c&lt;/b></a:content>",
                "/entries/0",
                "{'content':[{'value':'a <b>c</b>','media_type':'text/plain'}]}",
            ),
            (
                "<a:content type='xhtml'><xhtml:div>a</xhtml:div></a:content>",
                "/entries/0",
                "{'content':[{'value':'a','media_type':'application/xhtml+xml','is_sanitized':true}]}",
            ),
            (
                "<xhtml:body><xhtml:p>a</xhtml:p></xhtml:body>",
                "/entries/0",
                "{'content':[{'value':'<p>a</p>','media_type':'application/xhtml+xml','is_sanitized':true}]}",
            ),
            (
                "<xhtml:div>a</xhtml:div>",
                "/entries/0",
                "{'content':[{'value':'a','media_type':'application/xhtml+xml','is_sanitized':true}]}",
            ),
            (
                "<title>a<script>b</script></title>",
                "/entries/0",
                "{'title':{'value':'a<script>b</script>','media_type':'text/plain'}}",
            ),
            (
                "<description>caf&eacute;</description>",
                "/entries/0",
                "{'summary':{'value':'café','media_type':'text/html','is_sanitized':true}}",
            ),
            (
                "<content:encoded>The &lt;title> tag</content:encoded>",
                "/entries/0",
                "{'content':[{'value':'The  tag','media_type':'text/html','is_sanitized':true}]}",
            ),
            (
                "<description>The &lt;title> tag</description>",
                "/entries/0",
                "{'summary':{'value':'The &lt;title&gt; tag','media_type':'text/html','is_sanitized':true}}",
            ),
            (
                "<body>The &lt;title> tag</body>",
                "/entries/0",
                "{'content':[{'value':'The &lt;title&gt; tag','media_type':'application/xhtml+xml','is_sanitized':true}]}",
            ),
        ],
    );
}

#[test]
fn entities_of_the_document_are_resolved_in_markup() {
    check(
        as_written,
        &[
            (
                "<!DOCTYPE feed [<!ENTITY e '&#60;b>x&#60;/b>'>]><feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='xhtml'><p>a &e; &lt;</p></content></entry></feed>",
                "/entries/0/content/0/value",
                "'<p>a <b>x</b> &lt;</p>'",
            ),
            (
                "<!DOCTYPE feed [<!ENTITY e 'x'>]><feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='xhtml'><p>a &e; &amp;</p></content></entry></feed>",
                "/entries/0/content/0/value",
                "'<p>a x &amp;</p>'",
            ),
            (
                "<!DOCTYPE feed [<!ENTITY e 'x'>]><feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='html'>a &e; &amp;amp;</content></entry></feed>",
                "/entries/0/content/0/value",
                "'a x &amp;'",
            ),
        ],
    );
}

/// In RSS, the page of the entry, or else the page of the feed.
#[test]
fn links_in_markup_resolve_against_the_page_wherever_that_stands() {
    check(
        as_written,
        &[
            (
                "<rss><channel><item><description>&lt;a href='b'>c&lt;/a></description><link>https://h.example/a/</link></item></channel></rss>",
                "/entries/0/summary",
                r#"{'value':'<a href="https://h.example/a/b" rel="noopener noreferrer">c</a>','media_type':'text/html','is_sanitized':true,'scope':{'base':'https://h.example/a/'}}"#,
            ),
            (
                "<rss><channel><item><link>https://h.example/a/</link><description>&lt;a href='b'>c&lt;/a></description></item></channel></rss>",
                "/entries/0/summary",
                r#"{'value':'<a href="https://h.example/a/b" rel="noopener noreferrer">c</a>','media_type':'text/html','is_sanitized':true,'scope':{'base':'https://h.example/a/'}}"#,
            ),
            (
                "<rss><channel><item><description>&lt;a href='b'>c&lt;/a></description></item><link>https://h.example/a/</link></channel></rss>",
                "/entries/0/summary",
                r#"{'value':'<a href="https://h.example/a/b" rel="noopener noreferrer">c</a>','media_type':'text/html','is_sanitized':true,'scope':{'base':'https://h.example/a/'}}"#,
            ),
            (
                "<rss><channel><link>https://h.example/a/</link><item><description>&lt;a href='b'>c&lt;/a></description><link>d/</link></item></channel></rss>",
                "/entries/0/summary",
                r#"{'value':'<a href="https://h.example/a/d/b" rel="noopener noreferrer">c</a>','media_type':'text/html','is_sanitized':true,'scope':{'base':'https://h.example/a/d/'}}"#,
            ),
            (
                "<rss><channel><item><description>&lt;a href='b'>c&lt;/a></description></item></channel></rss>",
                "/entries/0/summary",
                r#"{'value':'<a href="b" rel="noopener noreferrer">c</a>','media_type':'text/html','is_sanitized':true}"#,
            ),
            (
                "<rss><channel><item xml:base='https://h.example/x/'><description>&lt;a href='b'>c&lt;/a></description><link>https://h.example/a/</link></item></channel></rss>",
                "/entries/0/summary",
                r#"{'value':'<a href="https://h.example/x/b" rel="noopener noreferrer">c</a>','media_type':'text/html','is_sanitized':true,'scope':{'base':'https://h.example/x/'}}"#,
            ),
            (
                "<rss><channel><item><description>&lt;b>c&lt;/b></description><link>https://h.example/a/</link></item></channel></rss>",
                "/entries/0/summary",
                "{'value':'<b>c</b>','media_type':'text/html','is_sanitized':true}",
            ),
            (
                "<feed xmlns='http://www.w3.org/2005/Atom'><entry><summary type='html'>&lt;a href='b'>c&lt;/a></summary><link href='https://h.example/a/'/></entry></feed>",
                "/entries/0/summary",
                r#"{'value':'<a href="b" rel="noopener noreferrer">c</a>','media_type':'text/html','is_sanitized':true}"#,
            ),
            (
                "<rss xmlns:a='http://www.w3.org/2005/Atom'><channel><item><description>&lt;a href='b'>c&lt;/a></description><a:link href='https://h.example/a/'/></item></channel></rss>",
                "/entries/0/summary",
                r#"{'value':'<a href="b" rel="noopener noreferrer">c</a>','media_type':'text/html','is_sanitized':true}"#,
            ),
            (
                "<rss><channel><description>&lt;a href='b'>c&lt;/a></description><link>https://h.example/a/</link></channel></rss>",
                "/feed/subtitle",
                r#"{'value':'<a href="https://h.example/a/b" rel="noopener noreferrer">c</a>','media_type':'text/html','is_sanitized':true,'scope':{'base':'https://h.example/a/'}}"#,
            ),
            (
                "<rss><channel><link>https://h.example/a/</link><item><guid>https://h.example/g/</guid><description>&lt;a href='b'>c&lt;/a></description></item></channel></rss>",
                "/entries/0/summary",
                r#"{'value':'<a href="https://h.example/a/b" rel="noopener noreferrer">c</a>','media_type':'text/html','is_sanitized':true,'scope':{'base':'https://h.example/a/'}}"#,
            ),
            (
                "<rss xml:lang='en'><channel><item><description xml:lang='nl'>&lt;a href='b'>c&lt;/a></description><link>https://h.example/a/</link></item></channel></rss>",
                "/entries/0/summary/scope",
                "{'language':'nl','base':'https://h.example/a/'}",
            ),
        ],
    );
}
