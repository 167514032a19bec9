//! Damaged documents of any size, which must be read in linear time.

/// A document with repeated damage.
pub(crate) struct Damage {
    pub(crate) name: &'static str,
    pub(crate) head: &'static str,
    /// The repeated part; `{}` is replaced by its number.
    pub(crate) unit: &'static [u8],
    pub(crate) tail: &'static str,
}

impl Damage {
    /// Returns a document of about `size` bytes.
    pub(crate) fn document(&self, size: usize) -> Vec<u8> {
        let mut document = self.head.as_bytes().to_vec();
        let numbered = self.unit.windows(2).any(|pair| pair == b"{}");
        let mut number = 0;
        while document.len() + self.tail.len() < size {
            if numbered {
                let unit = String::from_utf8_lossy(self.unit).replace("{}", &number.to_string());
                document.extend_from_slice(unit.as_bytes());
                number += 1;
            } else {
                document.extend_from_slice(self.unit);
            }
        }
        document.extend_from_slice(self.tail.as_bytes());
        document
    }
}

const HEAD: &str = "<rss version='2.0'><channel><title>News</title>";
const TAIL: &str = "</channel></rss>";

/// Returns damage in the channel.
const fn items(name: &'static str, unit: &'static [u8]) -> Damage {
    Damage { name, head: HEAD, unit, tail: TAIL }
}

/// Returns damage in the description of the only item.
const fn text(name: &'static str, unit: &'static [u8]) -> Damage {
    Damage {
        name,
        head: "<rss version='2.0'><channel><item><description>",
        unit,
        tail: "</description></item></channel></rss>",
    }
}

/// Every kind of damage, and well-formed documents that could be slow.
pub(crate) const DAMAGES: &[Damage] = &[
    text("ampersands", b"AT&T a && b ?a=1&b=2 "),
    text("entities of HTML", b"&nbsp;&eacute;&hellip;&bogus; "),
    text("references to no character", b"&#; &#xZZ; &#99999999; &#0; "),
    text("less-than in text", b"1 < 2 a <b c "),
    items("titles never closed", b"<item><title>x<link>https://a.example/</link></item>"),
    items("items never closed", b"<item><title>x</title><guid>{}</guid>"),
    text("stray end tags", b"x</bogus></i></TITLE></ title>"),
    items("end tags swapped", b"<item><description>x</item></description>"),
    text("control characters", b"x\x01\x00"),
    Damage {
        name: "rubbish before",
        head: "",
        unit: b"<br /><b>Warning</b>: x &",
        tail: "<rss version='2.0'/>",
    },
    Damage {
        name: "items behind",
        head: "<rss version='2.0'><channel></channel></rss>",
        unit: b"<item><guid>{}</guid></item>",
        tail: "",
    },
    Damage { name: "empty feeds", head: "", unit: b"<feed xmlns='http://www.w3.org/2005/Atom'/>", tail: "" },
    items("links never closed", b"<item><link>https://a.example/</item><item><link>b<title>c</title></item>"),
    items("links and links", b"<link>a"),
    items("media never closed", b"<item><media:content url='a'><guid>{}</guid></item>"),
    Damage {
        name: "documents behind",
        head: "",
        unit: b"<rss version='2.0'><channel><item><guid>{}</guid></item></channel></rss>",
        tail: "",
    },
    items("quotes never closed", b"<item><enclosure url=\"a type=\"b\"/><guid>{}</guid></item>"),
    items("one quote a tag", b"<item a=\"><title>x</title></item>"),
    items("attributes twice", b"<item><enclosure url='a' url='b' url=c url/></item>"),
    items("prefixes undeclared", b"<item><dc:creator a:b='c'>x</dc:creator><y:z/></item>"),
    items(
        "sections within sections",
        b"<item><description><![CDATA[a <![CDATA[b]]> c]]></description></item>",
    ),
    items("sections never closed", b"<item><title><![CDATA[x</title></item>"),
    items(
        "sections never closed, a last one is",
        b"<item><title><![CDATA[x</title><link><![CDATA[y]]></link></item>",
    ),
    text("markup never closed", b"<p>x<br>y<ul><li>z<b>"),
    text("markup of other vocabularies never closed", b"<a><title>x</title><p><link>"),
    items("comments never closed", b"<!-- <item><guid>{}</guid></item>"),
    items("instructions never closed", b"<?php <item><guid>{}</guid></item>"),
    items("declarations never closed", b"<!DOCTYPE rss [<item><guid>{}</guid></item>"),
    text("bytes lost", b"\xC3 caf\xC3\xA9 \xE9t\xE9 "),
    text("bytes of one kind", b"\xE9"),
    // Well-formed documents may also be slow.
    Damage {
        name: "children of an unknown element",
        head: "<rss version='2.0'><channel><item><x>",
        unit: b"<link>a</link><title>b</title>",
        tail: "</x></item></channel></rss>",
    },
    Damage {
        name: "children of an unknown element never closed",
        head: "<rss version='2.0'><channel><item><x>",
        unit: b"<link>a</link><title>b</title>",
        tail: "</item></channel></rss>",
    },
    text("elements of the same name", b"<table><description>x</description></table>"),
    text("elements of the same name never closed", b"<table><description>x"),
    Damage {
        name: "a feed in content",
        head: "<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='application/xml'><feed>",
        unit: b"<entry><title>x</title></entry>",
        tail: "</feed></content></entry></feed>",
    },
    items("deep and flat", b"<item><title><b><title><b><title>x</title></b></title></b></title></item>"),
    items("items within items", b"<item><x><item/></x></item>"),
    items("items that are empty and end", b"<item/><title>x</title></item>"),
    Damage {
        name: "attributes in one tag",
        head: "<rss version='2.0'><channel><x ",
        unit: b"a{}='b' ",
        tail: "/></channel></rss>",
    },
    Damage {
        name: "attributes with prefixes in one tag",
        head: "<rss version='2.0' xmlns:a='b'><channel><x ",
        unit: b"a:a{}='b' ",
        tail: "/></channel></rss>",
    },
    Damage {
        name: "declarations in one tag",
        head: "<rss version='2.0' ",
        unit: b"xmlns:a{}='b{}' ",
        tail: "><channel/></rss>",
    },
    Damage {
        name: "declarations in each tag",
        head: HEAD,
        unit: b"<a{}:b xmlns:a{}='c{}'>x</a{}:b>",
        tail: TAIL,
    },
    Damage {
        name: "a long name",
        head: "<rss version='2.0'><channel><item><",
        unit: b"x",
        tail: "/></item></channel></rss>",
    },
    Damage {
        name: "an ampersand before a long word",
        head: "<rss version='2.0'><channel><title>&",
        unit: b"x",
        tail: "</title></channel></rss>",
    },
    Damage {
        name: "entities declared",
        head: "<!DOCTYPE rss [",
        unit: b"<!ENTITY e{} 'x'>",
        tail: "]><rss version='2.0'><channel><title>&e0;</title></channel></rss>",
    },
    Damage {
        name: "entities referred to",
        head: "<!DOCTYPE rss [<!ENTITY e 'x'><!ENTITY f '&e;&e;&e;&e;'>]><rss version='2.0'><channel><title>",
        unit: b"&f;",
        tail: "</title></channel></rss>",
    },
    Damage {
        name: "entities that grow",
        head: "<!DOCTYPE rss [<!ENTITY e 'xxxxxxxxxxxxxxxxxxxx'><!ENTITY f '&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;'><!ENTITY g '&f;&f;&f;&f;&f;&f;&f;&f;&f;&f;'>]><rss version='2.0'><channel><title>",
        unit: b"&g;",
        tail: "</title></channel></rss>",
    },
    Damage {
        name: "default attributes",
        head: "<!DOCTYPE rss [<!ATTLIST x a CDATA 'b' c CDATA 'd'>]><rss version='2.0'><channel>",
        unit: b"<x/>",
        tail: "</channel></rss>",
    },
    Damage {
        name: "default attributes declared",
        head: "<!DOCTYPE rss [<!ATTLIST x",
        unit: b" a{} CDATA 'b'",
        tail: ">]><rss version='2.0'><channel><x/></channel></rss>",
    },
    items(
        "sections that name sections",
        b"<item><description><![CDATA[a <![CDATA[ b]]></description></item>",
    ),
    text("ends of sections", b"]]> "),
    text("quotes that are none", "<a b=«c d=“e>".as_bytes()),
];
