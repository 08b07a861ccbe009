"""Texts of every sort that a project's memory may hold, made here: one list for all tests of this folder."""

import base64
import random

SENTENCES = (
    "The deploy script reads its targets from deploy.toml and stops at the first host that is down.",
    "Decided on Tuesday: the importer keeps the raw bytes, and nothing else may write to that folder.",
    "HELLO WORLD, THIS LINE IS ALL CAPITALS. README, TODO, NASA, HTTP_REQUEST_TIMEOUT",
    "AsyncGeneratorContextManager getOwnPropertyDescriptor BaseHTTPRequestHandler snake_case kebab-case",
    "acknowledged comprehensive sensitivity unfortunately misunderstandings antidisestablishmentarianism",
)
CODE = (
    "def read_rows(path: Path, *, limit: int = 100) -> list[Row]: return [Row(*x) for x in rows(path)]",
    "fn parse(input: &str) -> Result<Vec<u8>, ParseError> { input.split(',').map(|s| s.parse()).collect() }",
    "export const fetchAll = async <T>(urls: string[]): Promise<T[]> => Promise.all(urls.map(get));",
    "#define MAX_RETRY_COUNT 5  /* see config.h */",
    "for f in $(ls *.log | grep -v '^#'); do mv \"$f\" /var/archive/${f%.log}.$(date +%s).old; done",
    "SELECT id, name FROM users WHERE created_at >= '2026-01-31T09:15:00Z' AND NOT deleted ORDER BY 2 DESC;",
    'if err := json.Unmarshal(body, &payload); err != nil { return nil, fmt.Errorf("decode: %w", err) }',
    '{"id": "7f3c", "values": [1, 2.5, -3e10, null, true], "nested": {"key": "value", "empty": {}}}',
    "<section class='note'><b>Type:</b> <a href=\"https://example.org/a?b=c&d=1\">link</a></section>",
    "//comment",
    "/usr/local/lib/python3.11/site-packages",
    "[ [ 1 ], 1 ],",
    "$ cat >> ~/.xsessionrc <<EOF",
)
LANGUAGES = (
    "今日はいい天気ですね。設定ファイルを読み込めませんでした。",
    "数据库连接失败，请检查配置文件中的主机名和端口。",  # noqa: RUF001
    "데이터베이스에 연결할 수 없습니다. 설정을 확인하세요.",
    "Не удалось открыть файл настроек: доступ запрещён.",  # noqa: RUF001
    "تعذّر فتح ملف الإعدادات، يرجى التحقق من الأذونات.",
    "לא ניתן לפתוח את קובץ ההגדרות.",
    "सेटिंग फ़ाइल नहीं खोली जा सकी। कृपया अनुमति जाँचें।",
    "ไม่สามารถเปิดไฟล์ตั้งค่าได้ โปรดตรวจสอบสิทธิ์",
    "Die Einstellungsdatei ließ sich nicht öffnen; Donaudampfschifffahrtsgesellschaft, Größenänderung.",
    "Không thể mở tập tin cấu hình vì thiếu quyền truy cập.",
    "Yapılandırma dosyası açılamadı; lütfen izinleri kontrol edin.",  # noqa: RUF001
    "👨\u200d👩\u200d👧\u200d👦 🏽 🇩🇪 ❤\ufe0f done ✅ → ≠ ½ ² © ™",
    "e\u0301\u0302x\u0323 Z\u0351\u036b a\u0308 \u0f77 \ufdfa \u1e0c",
)
RUNS = (
    "x" + " " * 80 + "y",
    "x" + "\t" * 30 + "y",
    "-" * 200,
    "=" * 79,
    "." * 263,
    "a" * 500,
    "0" * 300,
    "中" * 90,
    "^ " * 60,
    "-=" * 50,
    "html" * 40,
    "ctrl " * 30,
    "|---" * 20,
    "Donau" * 60,
    "x" * 30 + "Q7" * 30,
)


def scrambled() -> list[str]:
    """Base64, digests, digits, and random characters: of ASCII, of a block, of all of Unicode."""
    chance = random.Random(20_26)
    made = [base64.b64encode(chance.randbytes(size)).decode() for size in range(3, 90, 9)]
    made += [chance.randbytes(size).hex() for size in range(2, 40, 4)]
    made += [str(chance.randrange(10 ** (3 * size))) for size in range(1, 12)]
    for highest in (0x7F, 0x250, 0x600, 0x3000, 0xD800, 0x20000):
        for size in range(1, 60, 3):
            numbers = (chance.randrange(0x21, highest) for _ in range(size))
            made.append("".join(chr(number) for number in numbers if not 0xD800 <= number <= 0xDFFF))
    return made


def lines() -> list[str]:
    """Every text of the mix, its words and its halves, as lines."""
    texts = [*SENTENCES, *CODE, *LANGUAGES, *RUNS, *scrambled()]
    parts = [word for text in (*SENTENCES, *CODE, *LANGUAGES) for word in text.split()]
    halves = [text[len(text) // 2 :] for text in texts]
    return [f"{text.strip()}\n" for text in dict.fromkeys([*texts, *parts, *halves]) if text.strip()]
