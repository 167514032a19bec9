//! The flow chart of the steps that determined an encoding, as SVG.

use super::html::Html;
use bozofeed::encoding::Trail;
use bozofeed_encoding::{AttemptOutcome, Source, StepTaken};

/// A box of the chart.
struct ChartBox {
    x: i32,
    y: i32,
    class: &'static str,
    url: &'static str,
    title: String,
    detail: String,
    hint: String,
}

const WIDTH: i32 = 184;
const HEIGHT: i32 = 56;
const GAP: i32 = 26;
const LANE: i32 = 44;
const MARGIN: i32 = 22;

/// The maximum lengths of texts in a box, in columns: letters in some scripts take two.
const LONGEST_TITLE: usize = 19;
const LONGEST_DETAIL: usize = 27;

/// The document, and its final encoding.
pub(super) struct Terminals<'a> {
    pub(super) start: (&'a str, &'a str),
    pub(super) end: Option<(String, String)>,
}

/// Writes the chart with this number of boxes per row.
pub(super) fn write(
    html: &mut Html,
    (path, trail): (&[StepTaken<'_>], &Trail),
    ends: &Terminals<'_>,
    columns: i32,
    class: &str,
) {
    let mut shapes = vec![ChartBox {
        x: 0,
        y: 0,
        class: "end on",
        url: "",
        title: ends.start.0.to_owned(),
        detail: ends.start.1.to_owned(),
        hint: "The document".to_owned(),
    }];
    shapes.extend(path.iter().map(|taken| shape(taken, trail)));
    let choice = path.iter().position(StepTaken::is_choice).map(|at| at + 1);
    let (mut column, mut row_y) = (0, MARGIN);
    let mut last_row = 0;
    for (index, shape) in shapes.iter_mut().enumerate() {
        let row = i32::try_from(index).unwrap_or(0) / columns;
        if row != last_row {
            // The end is below the box that leads to it.
            let has_end = choice.is_some_and(|at| i32::try_from(at).unwrap_or(0) / columns == last_row);
            row_y += HEIGHT + LANE + if has_end { HEIGHT + GAP } else { 0 };
            (column, last_row) = (0, row);
        }
        shape.x = MARGIN + column * (WIDTH + GAP);
        shape.y = row_y;
        column += 1;
    }
    let end =
        choice.and_then(|at| shapes.get(at)).zip(ends.end.as_ref()).map(|(from, (title, detail))| ChartBox {
            x: from.x,
            y: from.y + HEIGHT + GAP,
            class: "end fin",
            url: "",
            title: title.clone(),
            detail: detail.clone(),
            hint: "The result".to_owned(),
        });
    let bottom = shapes.iter().chain(&end).map(|shape| shape.y + HEIGHT).max().unwrap_or(0) + MARGIN;
    let width = 2 * MARGIN + columns * WIDTH + (columns - 1) * GAP;
    html.markup(&format!(
        "<svg class=\"chart {class}\" viewBox=\"0 0 {width} {bottom}\" role=\"group\" aria-labelledby=\"how\">"
    ));
    html.markup(&format!("<defs><marker id=\"{class}-on\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path class=\"tip on\" d=\"M0 0L8 4L0 8Z\"/></marker><marker id=\"{class}-off\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path class=\"tip off\" d=\"M0 0L8 4L0 8Z\"/></marker></defs>"));
    edges(html, &shapes, end.as_ref(), choice, class, width);
    for shape in shapes.iter().chain(&end) {
        draw(html, shape);
    }
    html.markup("</svg>");
}

/// Writes the lines between the boxes: solid along the path, dashed elsewhere.
fn edges(
    html: &mut Html,
    shapes: &[ChartBox],
    end: Option<&ChartBox>,
    choice: Option<usize>,
    class: &str,
    width: i32,
) {
    // A step that does not apply is skipped.
    let mut last_on: Option<&ChartBox> = None;
    for (index, pair) in shapes.windows(2).enumerate() {
        let [from, to] = pair else { continue };
        let is_after_choice = choice.is_some_and(|choice| index >= choice);
        let is_on = is_taken(to) && is_taken(from) && !is_after_choice;
        if is_taken(from) {
            last_on = Some(from);
        }
        line(html, from, to, is_on, class, width);
        if is_taken(to)
            && !is_taken(from)
            && !is_after_choice
            && let Some(origin) = last_on
        {
            arc(html, origin, to, class, width);
        }
    }
    let chosen = choice.and_then(|at| shapes.get(at)).zip(end);
    if let Some((from, end)) = chosen {
        let x = from.x + WIDTH / 2;
        path(html, &format!("M{x} {}V{}", from.y + HEIGHT, end.y), true, class);
    }
}

fn is_taken(shape: &ChartBox) -> bool {
    !shape.class.ends_with("off")
}

/// Writes a line to the next box: straight, or around the end of the row.
fn line(html: &mut Html, from: &ChartBox, to: &ChartBox, is_on: bool, class: &str, width: i32) {
    let middle = |shape: &ChartBox| shape.y + HEIGHT / 2;
    if from.y == to.y {
        return path(html, &format!("M{} {}H{}", from.x + WIDTH, middle(from), to.x), is_on, class);
    }
    let (right, left) = (width - MARGIN / 2, MARGIN / 2);
    let lane = to.y - LANE / 2;
    let d = format!("M{} {}H{right}V{lane}H{left}V{}H{}", from.x + WIDTH, middle(from), middle(to), to.x);
    path(html, &d, is_on, class);
}

/// Writes a line past boxes that do not apply.
fn arc(html: &mut Html, from: &ChartBox, to: &ChartBox, class: &str, width: i32) {
    let (start, end) = (from.x + WIDTH / 2, to.x + WIDTH / 2);
    let d = if from.y == to.y {
        let top = from.y - 12;
        format!("M{start} {}V{top}H{end}V{}", from.y, to.y)
    } else {
        // Next to the line to the next row, which takes the same path.
        let (right, lane) = (width - 4, to.y - LANE / 2 + 6);
        format!("M{start} {}V{}H{right}V{lane}H{end}V{}", from.y, from.y - 12, to.y)
    };
    path(html, &d, true, class);
}

fn path(html: &mut Html, d: &str, is_on: bool, class: &str) {
    let state = if is_on { "on" } else { "off" };
    html.markup(&format!("<path class=\"edge {state}\" d=\"{d}\" marker-end=\"url(#{class}-{state})\"/>"));
}

fn draw(html: &mut Html, shape: &ChartBox) {
    let ChartBox { x, y, class, url, title, detail, hint } = shape;
    let is_end = class.starts_with("end");
    if url.is_empty() {
        html.markup("<g>");
    } else {
        html.markup("<a href=\"").text(url).markup("\">");
    }
    html.markup("<title>").text(hint).markup("</title>");
    let radius = if is_end { HEIGHT / 2 } else { 5 };
    html.markup(&format!(
        "<rect class=\"box {class}\" x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"{radius}\"/>"
    ));
    let middle = x + WIDTH / 2;
    html.markup(&format!("<text class=\"name {class}\" x=\"{middle}\" y=\"{}\">", y + 23));
    html.text(&fitting(title, LONGEST_TITLE)).markup("</text>");
    html.markup(&format!("<text class=\"said {class}\" x=\"{middle}\" y=\"{}\">", y + 42));
    html.text(&fitting(detail, LONGEST_DETAIL)).markup("</text>");
    html.markup(if url.is_empty() { "</g>" } else { "</a>" });
}

/// Returns the start of a text that fits into this number of columns.
fn fitting(text: &str, most: usize) -> String {
    let mut columns = 0;
    let mut shown = String::new();
    for c in text.chars() {
        columns += if matches!(c, '\u{1100}'..='\u{115F}' | '\u{2E80}'..='\u{D7A3}' | '\u{F900}'..='\u{FAFF}' | '\u{FF01}'..='\u{FF60}' | '\u{1F300}'..='\u{3FFFD}')
        {
            2
        } else {
            1
        };
        if columns > most {
            shown.push('…');
            break;
        }
        shown.push(c);
    }
    shown
}

fn shape(taken: &StepTaken<'_>, trail: &Trail) -> ChartBox {
    let detail = detail(taken, trail);
    let is_refused = taken.attempts.iter().any(|a| matches!(a.outcome, AttemptOutcome::Refused(_)));
    let class = match (taken.is_taken, taken.is_choice()) {
        (false, _) => "step off",
        (true, true) => "step good",
        (true, false) if is_refused => "step bad",
        (true, false) => "step on",
    };
    let name = question(taken.step.source);
    let hint = format!("{name} {detail} ({})", taken.step.section);
    ChartBox { x: 0, y: 0, class, url: taken.step.url, title: name.to_owned(), detail, hint }
}

/// Returns the question of a step.
pub(super) fn question(source: Source) -> &'static str {
    match source {
        Source::Charset => "Charset parameter?",
        Source::ByteOrderMark => "Byte order mark?",
        Source::Signature => "Data that is not text?",
        Source::EncodingFamily => "Which first bytes?",
        Source::XmlDeclaration => "XML declaration?",
        Source::Meta => "Element meta?",
        Source::MediaTypeDefault => "Default of the type",
        Source::EscapeSequences => "Escape sequences?",
        Source::Utf8Validity => "Valid UTF-8?",
        Source::NearlyRight => "All but a few bytes?",
        Source::Detector => "Which letters?",
        Source::Fallback(_) => "Last resort",
    }
}

/// Returns the result of a step for a document, in a few words.
pub(super) fn detail(taken: &StepTaken<'_>, trail: &Trail) -> String {
    let Some(last) = taken.attempts.last() else {
        return match (taken.is_taken, taken.step.label) {
            (true, _) if trail.evidence().iter().any(|e| e.source == taken.step.source) => {
                "nothing new".to_owned()
            }
            (true, _) if taken.step.source == Source::EncodingFamily => "that of ASCII".to_owned(),
            (true, _) if matches!(taken.step.source, Source::Utf8Validity | Source::NearlyRight) => {
                "no".to_owned()
            }
            (true, _) => "none".to_owned(),
            (false, Some(label)) => label.to_owned(),
            (false, None) => "not asked".to_owned(),
        };
    };
    match &last.outcome {
        AttemptOutcome::Chosen => last.label.to_string(),
        AttemptOutcome::ChosenWithDamage(_) => format!("{}, damaged", last.label),
        AttemptOutcome::Refused(_) => format!("{}: refused", last.label),
    }
}
