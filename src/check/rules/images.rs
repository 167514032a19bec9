//! The image of a channel.

rule_family! {
    IMAGE_DIFFERS = "image-differs", Warning, "the title or the link of the image is not that of the channel", "Repeat the title and the link of the channel in the image.", "RSS 2.0, image"
        { Channel "<image><url>https://harbour.example/a.png</url><title>Logo</title><link>https://harbour.example/</link></image>" => "<image><url>https://harbour.example/a.png</url><title>News</title><link>https://harbour.example/</link></image>" };
    IMAGE_FORMAT = "image-format", Warning, "an image that is neither GIF nor JPEG nor PNG", "Convert the image.", "RSS 2.0, image"
        { Channel "<image><url>https://harbour.example/a.svg</url><title>News</title><link>https://harbour.example/</link></image>" => "<image><url>https://harbour.example/a.png</url><title>News</title><link>https://harbour.example/</link></image>" };
    IMAGE_SIZE = "image-size", Error, "an image that is too large", "Give at most 144 pixels of width and 400 of height.", "RSS 2.0, image"
        { Channel "<image><url>https://harbour.example/a.png</url><title>News</title><link>https://harbour.example/</link><width>300</width></image>" => "<image><url>https://harbour.example/a.png</url><title>News</title><link>https://harbour.example/</link><width>144</width></image>" };
}
