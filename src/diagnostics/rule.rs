//! Rules, and the macros that declare faults and warnings together with their rules. A row contains the name of a fault, its
//! severity, its message, the section of its specification and the advice for the publisher.

use bozofeed_text::named;

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleSeverity {
    /// Readers repair it silently, or it only violates good practice.
    Note,
    /// Some readers display something other than the author intended.
    Warning,
    /// The document breaks a rule of its format.
    Error,
}

impl RuleSeverity {
    /// All levels, worst first.
    pub const WORST_FIRST: [Self; 3] = [Self::Error, Self::Warning, Self::Note];
}

// The names are the levels of SARIF (§3.27.10).
named! {
    RuleSeverity: "severity of a rule" {
        Note => "note",
        Warning => "warning",
        Error => "error",
    }
}

/// A rule for feeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Rule {
    /// The stable name: `date-form`. The rules of XML, JSON and values have the names of the faults and warnings, after `xml/`,
    /// `json/` and `value/`. A value that breaks a rule does not have the form required by the specification; the parser may still
    /// read it, without a warning.
    ///
    /// A rule that is more severe in one format than in another has one name and two levels.
    pub id: &'static str,
    /// The severity of breaking the rule.
    pub severity: RuleSeverity,
    /// A short description of the violation.
    pub summary: &'static str,
    /// The advice for repairing the document.
    pub advice: &'static str,
    /// The specification and the section with the rule. Empty for unwritten good practice.
    pub section: &'static str,
}

impl Rule {
    /// Returns a rule.
    pub const fn new(
        id: &'static str,
        severity: RuleSeverity,
        summary: &'static str,
        advice: &'static str,
        section: &'static str,
    ) -> Self {
        Self { id, severity, summary, advice, section }
    }
}

/// The faults of a format. `Name(field) = FaultSeverity, "message '{0}'" | "summary without the field", "section", "advice";` A
/// message formats the field with one of its methods, `"message of {}" by description`, or uses named fields, `"message of {}" with
/// (.field.method())`.
macro_rules! faults {
    (
        $(#[$meta:meta])*
        pub(crate) enum $error:ident $prefix:literal {
            $(
                $(#[$doc:meta])*
                $fault:ident $(($value:ty))? $({ $($(#[$field_doc:meta])* $field:ident: $kind:ty,)+ })?
                    = $severity:ident, $message:literal
                        $(by $shown_by:ident)? $(with ($($argument:tt)+))? $(| $summary:literal)?, $section:literal, $advice:literal;
            )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, thiserror::Error)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
        pub(crate) enum $error {
            $(
                $(#[$doc])*
                #[error($message $(, .0 .$shown_by())? $(, $($argument)+)?)]
                $fault $(($value))? $({ $($(#[$field_doc])* $field: $kind,)+ })?,
            )+
        }

        impl $error {
            /// The rules that the faults break.
            pub(crate) const RULES: &[$crate::diagnostics::Rule] = &[$($crate::diagnostics::Rule {
                id: concat!($prefix, "/", stringify!($fault)),
                // A fault without any loss is a warning.
                severity: match $crate::diagnostics::FaultSeverity::$severity {
                    $crate::diagnostics::FaultSeverity::Benign => $crate::diagnostics::RuleSeverity::Warning,
                    $crate::diagnostics::FaultSeverity::Mended | $crate::diagnostics::FaultSeverity::Lossy => {
                        $crate::diagnostics::RuleSeverity::Error
                    }
                },
                summary: [$($summary,)? $message][0],
                advice: $advice,
                section: $section,
            }),+];

            /// The severities of the faults, in the order of [`Self::RULES`].
            #[cfg(test)]
            pub(crate) const SEVERITIES: &[$crate::diagnostics::FaultSeverity] =
                &[$($crate::diagnostics::FaultSeverity::$severity),+];

            /// Returns the name of the variant, as a stable identifier of the rule.
            pub(crate) fn name(&self) -> &'static str {
                match self {
                    $(Self::$fault { .. } => stringify!($fault),)+
                }
            }

            /// Returns the severity of the fault, unless it depends on the field.
            fn usual_severity(&self) -> $crate::diagnostics::FaultSeverity {
                match self {
                    $(Self::$fault { .. } => $crate::diagnostics::FaultSeverity::$severity,)+
                }
            }
        }

        impl $crate::diagnostics::Diagnostic for $error {
            const IS_FAULT: bool = true;

            fn breaks_grammar(&self) -> bool {
                self.is_syntax()
            }

            // A match would need the names of fields that only some faults have.
            #[allow(unused_mut, irrefutable_let_patterns, reason = "not all faults have a text, and there may be one fault")]
            fn shorten(&mut self, mut cut: impl FnMut(&mut String)) {
                $(
                    $(if let Self::$fault(value) = self {
                        <$value as $crate::diagnostics::Diagnostic>::shorten(value, &mut cut);
                    })?
                    $(if let Self::$fault { $($field),+ } = self {
                        $(<$kind as $crate::diagnostics::Diagnostic>::shorten($field, &mut cut);)+
                    })?
                )+
            }
        }
    };
}

/// The kinds of warnings: `Name "name in JSON" = Level in check, "message", "section", "advice";`
macro_rules! warnings {
    (
        $(#[$meta:meta])*
        pub enum $kind:ident {
            $($(#[$doc:meta])* $name:ident $json_name:literal = $level:ident, $message:literal, $section:literal, $advice:literal;)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $kind {
            $($(#[$doc])* $name,)+
        }

        impl $kind {
            /// The rules that unreadable values break.
            pub(crate) const RULES: &[$crate::diagnostics::Rule] = &[$($crate::diagnostics::Rule {
                id: concat!("value/", stringify!($name)),
                severity: $crate::diagnostics::RuleSeverity::$level,
                summary: $message,
                advice: $advice,
                section: $section,
            }),+];

            /// Returns the name of the variant, which identifies the problem in the documentation and in the rules of `check`.
            ///
            /// ```
            /// let parsed = bozofeed::parse(b"<rss version='2.0'><channel><pubDate>soon</pubDate></channel></rss>");
            /// let kind = parsed.warnings[0].kind;
            /// assert_eq!((kind.name(), kind.as_str()), ("UnreadableDate", "unreadable_date"));
            /// assert_eq!(kind.description(), "invalid date");
            /// ```
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name),)+
                }
            }

            /// Returns the problem in words, for messages.
            pub fn description(self) -> &'static str {
                match self {
                    $(Self::$name => $message,)+
                }
            }

            /// Returns the rule that an unreadable value breaks.
            pub const fn rule(self) -> &'static $crate::diagnostics::Rule {
                &Self::RULES[self as usize]
            }
        }

        bozofeed_text::named! {
            $kind: "kind of warning" {
                $($name => $json_name,)+
            }
        }
    };
}

pub(super) use {faults, warnings};
