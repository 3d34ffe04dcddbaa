//! Operators that WGSL wants parentheses around (section "Operator precedence and associativity"): naga reads them as C does, other compilers
//! of WGSL refuse them.

const ASSIGNMENTS: [&str; 11] = ["<<=", ">>=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "="];
const RELATIONS: [&str; 6] = ["==", "!=", "<=", ">=", "<", ">"];
const SHIFTS: [&str; 2] = ["<<", ">>"];
const LOGICAL: [&str; 2] = ["&&", "||"];
const BITWISE: [&str; 3] = ["&", "|", "^"];
const ARITHMETIC: [&str; 5] = ["+", "-", "*", "/", "%"];
/// Words behind which an expression begins.
const BEFORE_EXPRESSIONS: [&str; 7] = ["return", "if", "while", "for", "switch", "case", "const_assert"];

#[test]
fn operators_stand_side_by_side_only_where_wgsl_gives_them_an_order() {
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/shaders")).unwrap() {
        let path = entry.unwrap().path();
        let checked = check_operators(&std::fs::read_to_string(&path).unwrap());
        checked.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    for (expression, caught) in [
        ("1u << a >> 1u", "<< beside >> without parentheses"),
        ("1u << a + b", "<< beside + without parentheses"),
        ("a & 1u == 0u", "& beside == without parentheses"),
        ("a ^ (b | c) | d", "^ beside | without parentheses"),
        ("f(a || b && c)", "&& beside || without parentheses"),
        ("x[a < b == c]", "< beside == without parentheses"),
        ("f(a<b)", "a bracket that another closes"),
        ("a + b)", "a bracket that another closes"),
        ("a /* b */", "a comment that is not read here"),
    ] {
        assert_eq!(in_a_shader(expression), Err(format!("line 2 has {caught}")), "{expression}");
    }
    for expression in [
        "(-a & b)\n - c",
        "(1u << (a + b)) >> 1u",
        "a == b << c && !(d < -e) && array<u32, 1>(f & g)[0] >= h + i * -j",
        "vec2<i32>(a, b) & ~c & d, e | array<atomic<u32>>(f)",
    ] {
        assert_eq!(in_a_shader(expression), Ok(()), "{expression}");
    }
    assert_eq!(check_operators("fn f() {\n    let x = f(a;\n}"), Err("line 3 has a bracket that nothing closes".into()));
}

fn in_a_shader(expression: &str) -> Result<(), String> {
    check_operators(&format!("fn f() {{ // a & b == c\n    let x = {expression};\n}}"))
}

/// Whether a shader mixes operators only where WGSL gives them an order.
fn check_operators(text: &str) -> Result<(), String> {
    let mut reader = Reader { open: vec![(' ', Vec::new())], value: false };
    text.lines().enumerate().try_for_each(|(i, line)| reader.read(line).map_err(|what| format!("line {} has {what}", i + 1)))
}

/// What was read of a shader.
struct Reader {
    /// The expressions that are open, the outermost first: what opened each, and its operators with two sides.
    open: Vec<(char, Vec<&'static str>)>,
    /// What was read last is a value, so that an operator has it on its left.
    value: bool,
}

impl Reader {
    fn read(&mut self, line: &str) -> Result<(), String> {
        let mut rest = line.split("//").next().unwrap_or_default();
        let mut touches_a_word = false;
        while let Some(first) = rest.chars().next() {
            let word = rest.len() - rest.trim_start_matches(|c: char| c.is_alphanumeric() || "_.@".contains(c)).len();
            let length = if word > 0 {
                self.value = !BEFORE_EXPRESSIONS.contains(&&rest[..word]);
                word
            } else if rest.starts_with("/*") {
                return Err("a comment that is not read here".into());
            } else if "([".contains(first) || (first == '<' && touches_a_word) {
                self.open.push((first, Vec::new()));
                self.value = false;
                1
            } else if ")]".contains(first) || (first == '>' && self.bracket() == '<') {
                self.close(first)?;
                1
            } else if let Some(operator) = operator(rest) {
                self.operate(operator)?;
                operator.len()
            } else {
                self.separate(first)?;
                first.len_utf8()
            };
            touches_a_word = word > 0;
            rest = &rest[length..];
        }
        Ok(())
    }

    /// What opened the innermost expression.
    fn bracket(&self) -> char {
        self.open.last().map_or(' ', |(bracket, _)| *bracket)
    }

    fn close(&mut self, closing: char) -> Result<(), String> {
        if ![('(', ')'), ('[', ']'), ('<', '>')].contains(&(self.bracket(), closing)) {
            return Err("a bracket that another closes".into());
        }
        self.ends_in_order()?;
        self.open.pop();
        self.value = true;
        Ok(())
    }

    /// Between two statements no expression is open; the parts of a `for` stand in its brackets.
    fn separate(&mut self, sign: char) -> Result<(), String> {
        if "{}".contains(sign) && self.open.len() > 1 {
            return Err("a bracket that nothing closes".into());
        }
        if ",;:{}".contains(sign) { self.ends_in_order() } else { Ok(()) }
    }

    fn operate(&mut self, operator: &'static str) -> Result<(), String> {
        if ASSIGNMENTS.contains(&operator) {
            self.ends_in_order()?;
        } else if let Some((_, operators)) = self.open.last_mut().filter(|_| self.value) {
            operators.push(operator);
        }
        self.value = false;
        Ok(())
    }

    /// Ends an expression, or a part of a list.
    fn ends_in_order(&mut self) -> Result<(), String> {
        self.value = false;
        let operators = self.open.last_mut().map(|(_, operators)| std::mem::take(operators)).unwrap_or_default();
        has_an_order(&operators)
    }
}

/// The operator that a text begins with.
fn operator(text: &str) -> Option<&'static str> {
    let all = [&ASSIGNMENTS[..], &RELATIONS, &SHIFTS, &LOGICAL, &BITWISE, &ARITHMETIC].concat();
    // Of several that fit, the longest is meant.
    all.into_iter().filter(|operator| text.starts_with(operator)).max_by_key(|operator| operator.len())
}

/// Whether WGSL says what operators side by side mean; if not, those operators.
fn has_an_order(operators: &[&str]) -> Result<(), String> {
    let mixed = |operators: &[&str]| Err(format!("{} without parentheses", operators.join(" beside ")));
    let alike = operators.windows(2).all(|pair| pair[0] == pair[1]);
    if operators.iter().any(|operator| BITWISE.contains(operator)) && !alike {
        return mixed(operators);
    }
    if LOGICAL.iter().all(|logical| operators.contains(logical)) {
        return mixed(&LOGICAL);
    }
    for condition in operators.split(|operator| LOGICAL.contains(operator)) {
        let sides: Vec<_> = condition.split(|operator| RELATIONS.contains(operator)).collect();
        let shifts = |side: &&[&str]| side.len() > 1 && side.iter().any(|operator| SHIFTS.contains(operator));
        if sides.len() > 2 || sides.iter().any(shifts) {
            return mixed(condition);
        }
    }
    Ok(())
}
