//! The document as a whole.

rule_family! {
    NOT_A_FEED = "not-a-feed", Error, "not a feed", "Publish RSS, Atom or JSON Feed at this address.", ""
        { Whole "<html><body><p>News</p></body></html>" => r#"<rss version="2.0"><channel><title>News</title><link>https://harbour.example/</link><description>News</description></channel></rss>"# };
    LIMIT_EXCEEDED = "limit-exceeded", Warning, "the document exceeds a limit, and was read only in part", "Publish a smaller document.", "";
    OTHER = "other", Error, "another fault", "Mend the document.", "";
    ROOT_UNKNOWN = "root-unknown", Error, "a root element that no format has", "Begin the document with rss, rdf:RDF or feed.", "RSS 2.0; RFC 4287 §2"
        { Whole "<root><item><title>Low tide</title></item></root>" => r#"<rss version="2.0"><channel><item><title>Low tide</title></item></channel></rss>"# };
}
