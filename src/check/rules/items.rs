//! The list of items of RSS 1.0.

rule_family! {
    FEED_ITEMS_DIFFER = "feed-items-differ", Warning, "the list of items lacks an item, or has one that the document lacks", "List the items of the document: some readers show these alone.", "RSS 1.0 §5.3.5"
        { Whole r#"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
<channel rdf:about="https://harbour.example/"><items><rdf:Seq><rdf:li rdf:resource="https://harbour.example/11"/></rdf:Seq></items></channel>
<item rdf:about="https://harbour.example/12"><title>Low tide</title></item>
</rdf:RDF>"# => r#"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
<channel rdf:about="https://harbour.example/"><items><rdf:Seq><rdf:li rdf:resource="https://harbour.example/12"/></rdf:Seq></items></channel>
<item rdf:about="https://harbour.example/12"><title>Low tide</title></item>
</rdf:RDF>"# };
}
