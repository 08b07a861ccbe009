"""Every language's definitions are found with their names, kinds and lines, whatever is installed."""

import pytest

from phantasm.workspace.symbols.model import Outline
from phantasm.workspace.symbols.outline import outline_of

CASES: dict[str, tuple[str, str]] = {
    "client.py": (
        """\
import os
LIMIT: int = 10
A, B = 1, 2
type Id = int

# not part of it
@first
@second(
    1)
class Client(Base):
    '''Docs.'''
    timeout = 5
    name: str

    @property
    def address(self):
        port = 1
        def inner():
            return port
        return inner

async def send(): pass
if os.name:
    try:
        FALLBACK = 1
    except OSError:
        def late(): ...
""",
        """\
LIMIT constant 2-2
A constant 3-3
B constant 3-3
Id class 4-4
Client class 7-20
Client.timeout constant 12-12
Client.name constant 13-13
Client.address function 15-20
Client.address.inner function 18-19
send function 22-22
FALLBACK constant 25-25
late function 27-27
""",
    ),
    "client.tsx": (
        """\
import x from "y";
const fs = require("fs");
export const LIMIT = 10;
@Component({})
export class Client<T> extends Base {
  static max = 1;
  handler = () => { };
  constructor(private a: number) { super(); }
  @Get("/x")
  async send(x: number): Promise<void> {
    const y = 1;
    function inner() {}
  }
}
export default function main() {}
interface Sender { go(): void; x: number }
type Id = string | number;
enum Color { Red, Green = 2 }
namespace Shop { export const limit = 1; }
export const View = (a: number) => {
  const z = () => 1;
  return <div onClick={() => 1}/>;
};
export { LIMIT };
function over(a: string): void;
function over(a: any) {}
describe("x", () => { const local = 1; function helper() {} });
""",
        """\
LIMIT constant 3-3
Client class 4-14
Client.max constant 6-6
Client.handler function 7-7
Client.constructor function 8-8
Client.send function 9-13
Client.send.inner function 12-12
main function 15-15
Sender class 16-16
Sender.go function 16-16
Id class 17-17
Color class 18-18
Color.Red constant 18-18
Color.Green constant 18-18
Shop class 19-19
Shop.limit constant 19-19
View function 20-23
View.z function 21-21
over function 26-26
helper function 27-27
""",
    ),
    "client.js": (
        """\
@register
class Client {
  @bound
  send() {}
  'quoted'() {}
  #hidden = () => {};
}
exports.make = function () { const a = 1; };
Client.prototype.close = function () {};
module.exports = {
  open() {},
  shut: () => {},
};
const { first, second } = settings;
const api = { get() {}, version: 1 };
function* each() {}
on({ click: () => {} });
""",
        """\
Client class 1-7
Client.send function 3-4
Client.quoted function 5-5
Client.#hidden function 6-6
make function 8-8
Client.close function 9-9
open function 11-11
shut function 12-12
first constant 14-14
second constant 14-14
api constant 15-15
api.get function 15-15
each function 16-16
""",
    ),
    "client.go": (
        """\
package main

const (
	A = 1
	B, _ = 2, 3
)

var x = 1

type Client struct {
	Name string
}
type (
	Doer interface {
		Do(a int) error
	}
)

// not part of it
func (c *Client) Send(x int) error {
	var a = 1
	return nil
}
func (l List[K, V]) Len() int { return 0 }
func Map[T any](x T) T { return x }
""",
        """\
A constant 4-4
B constant 5-5
x constant 8-8
Client class 10-12
Doer class 14-16
Doer.Do function 15-15
Client.Send function 20-23
List.Len function 24-24
Map function 25-25
""",
    ),
    "client.rs": (
        """\
#![allow(dead_code)]
use std::fmt;
#[derive(Debug)]
/// between
#[repr(C)]
pub struct Client { name: String }
enum Color { Red, Green(u8) }
const LIMIT: u32 = 1;
mod inner { pub fn f() {} }
trait Send { fn send(&self); }
impl<T> Send for net::Client<T> {
    #[inline]
    fn send(&self) {
        const LOCAL: u8 = 1;
    }
}
macro_rules! mac { () => {} }
""",
        """\
Client class 3-6
Color class 7-7
Color.Red constant 7-7
Color.Green constant 7-7
LIMIT constant 8-8
inner class 9-9
inner.f function 9-9
Send class 10-10
Send.send function 10-10
Client.send function 12-15
mac function 17-17
""",
    ),
    "Client.java": (
        """\
package a.b;
@Entity
public class Client extends Base {
  private static final int LIMIT = 10, OTHER = 1;
  public Client(int a) { }
  @Override
  public void send(String x) {
    int local = 1;
  }
  public void send() { }
  enum Color { RED, GREEN }
  interface Inner { void go(); int C = 1; }
  record P(int x) { }
}
""",
        """\
Client class 2-14
Client.LIMIT constant 4-4
Client.OTHER constant 4-4
Client.Client function 5-5
Client.send function 6-9
Client.send function 10-10
Client.Color class 11-11
Client.Color.RED constant 11-11
Client.Color.GREEN constant 11-11
Client.Inner class 12-12
Client.Inner.go function 12-12
Client.Inner.C constant 12-12
Client.P class 13-13
""",
    ),
    "client.rb": (
        """\
module Shop
  LIMIT = 10
  class Client < Base
    def send(x)
      y = 1
    end
    def self.make; end
    class << self
      def other?; end
    end
    private def hidden; end
  end
  class A::B; end
  Point = Struct.new(:x) do
    def far; end
  end
end
""",
        """\
Shop class 1-17
Shop.LIMIT constant 2-2
Shop.Client class 3-12
Shop.Client.send function 4-6
Shop.Client.make function 7-7
Shop.Client.other? function 9-9
Shop.Client.hidden function 11-11
Shop.A.B class 13-13
Shop.Point constant 14-16
Shop.Point.far function 15-15
""",
    ),
    "client.c": (
        """\
#ifndef X_H
#define X_H
#define LIMIT 10
#define MAX(a,b) ((a)>(b)?(a):(b))
struct client { int a; };
typedef struct { int x; } point_t;
typedef enum tag { ONE } tag_t;
static int count = 0;
const char *names[] = {"a"};
int send_it(struct client *c);
int only_declared(void);
int (*pointer)(int);
static char **
make(int a)
{
  int x = 1;
  return 0;
}
int send_it(struct client *c) { return 1; }
#endif
""",
        """\
LIMIT constant 3-3
MAX function 4-4
client class 5-5
point_t class 6-6
tag class 7-7
tag_t class 7-7
tag_t.ONE constant 7-7
count constant 8-8
names constant 9-9
only_declared function 11-11
pointer constant 12-12
make function 13-18
send_it function 19-19
""",
    ),
    "client.h": (
        """\
namespace shop::net {
template <typename T>
class Client : public Base {
 public:
  ~Client() {}
  virtual void go() = 0;
  bool operator==(const Client& o) const { return true; }
  T& ref() { return t; }
  enum class Color { RED };
};
}
namespace { int hidden() { return 1; } }
template <class T>
T Foo<T>::bar() {}
using Id = int;
constexpr int kMax = 3;
""",
        """\
shop.net class 1-11
shop.net.Client class 2-10
shop.net.Client.~Client function 5-5
shop.net.Client.go function 6-6
shop.net.Client.operator== function 7-7
shop.net.Client.ref function 8-8
shop.net.Client.Color class 9-9
shop.net.Client.Color.RED constant 9-9
hidden function 12-12
Foo.bar function 13-14
Id class 15-15
kMax constant 16-16
""",
    ),
    "Client.cs": (
        """\
namespace Acme.Web;
[Serializable]
public class Client : Base {
  const int Limit = 10;
  public string Name { get; set; }
  public Client(int a) { }
  [HttpGet]
  public async Task Send<T>(int x) {
    int local = 1;
    int Inner() => 1;
  }
  enum Color { Red }
}
public record Point(int X);
interface ISend { void Go(); }
delegate void Done(int x);
""",
        """\
Client class 2-13
Client.Limit constant 4-4
Client.Name constant 5-5
Client.Client function 6-6
Client.Send function 7-11
Client.Send.Inner function 10-10
Client.Color class 12-12
Client.Color.Red constant 12-12
Point class 14-14
ISend class 15-15
ISend.Go function 15-15
Done class 16-16
""",
    ),
    "Client.kt": (
        """\
package a.b
@Serializable
data class Client(val name: String) : Base() {
  val limit = 10
  companion object {
    const val MAX = 1
  }
  @Test
  fun send(x: Int): Int {
    val y = 1
    return y
  }
}
object Single {
  fun a() {}
}
enum class Color { RED, GREEN }
typealias Id = Int
fun String.ext() = 1
val (q, r) = pair
""",
        """\
Client class 2-13
Client.limit constant 4-4
Client.MAX constant 6-6
Client.send function 8-12
Single class 14-16
Single.a function 15-15
Color class 17-17
Color.RED constant 17-17
Color.GREEN constant 17-17
Id class 18-18
ext function 19-19
q constant 20-20
r constant 20-20
""",
    ),
    "Client.php": (
        """\
<?php
namespace App;
const TOP = 1;
define('OLD', 1);
function helper($a) { $x = 1; }
#[Attr]
abstract class Client extends Base {
  const LIMIT = 10, B = 2;
  private ?string $name = null;
  #[Route('/x')]
  public function send($x) {
  }
}
enum Color: string { case Red = 'r'; }
""",
        """\
TOP constant 3-3
OLD constant 4-4
helper function 5-5
Client class 6-13
Client.LIMIT constant 8-8
Client.B constant 8-8
Client.name constant 9-9
Client.send function 10-12
Color class 14-14
Color.Red constant 14-14
""",
    ),
    "Client.swift": (
        """\
let limit = 10
@objc
public class Client: Base {
  static let max = 1
  init(a: Int) { }
  @discardableResult
  func send(_ x: Int) -> Int {
    let y = 1
    return y
  }
}
enum Color { case red, green }
extension Client { func more() { } }
protocol Sender { func go() }
typealias Id = Int
""",
        """\
limit constant 1-1
Client class 2-11
Client.max constant 4-4
Client.init function 5-5
Client.send function 6-10
Color class 12-12
Color.red constant 12-12
Color.green constant 12-12
Client.more function 13-13
Sender class 14-14
Sender.go function 14-14
Id class 15-15
""",
    ),
    "client.sh": (
        """\
LIMIT=10
export NAME="x"
send() {
  local x=1
}
function other { :; }
if true; then
  LATE=1
fi
""",
        """\
LIMIT constant 1-1
NAME constant 2-2
send function 3-5
other function 6-6
LATE constant 8-8
""",
    ),
    "pyproject.toml": (
        """\
title = "x"
a.b = 1

[tool.ruff]
line-length = 110
select = [
  "ALL",
]
inline = { x = 1, y.z = 2 }

# about the next
[tool."quoted"]
'lit' = 1
[[package]]
name = "requests"
[package.dependencies]
x = "1"
[[package]]
arr = [{ name = "q", v = 1 }, { v = 2 }]
""",
        """\
title key 1-1
a.b key 2-2
tool.ruff section 4-9
tool.ruff.line-length key 5-5
tool.ruff.select key 6-8
tool.ruff.inline section 9-9
tool.ruff.inline.x key 9-9
tool.ruff.inline.y.z key 9-9
tool.quoted section 12-13
tool.quoted.lit key 13-13
package.requests section 14-15
package.requests.name key 15-15
package.requests.dependencies section 16-17
package.requests.dependencies.x key 17-17
package.1 section 18-19
package.1.arr section 19-19
package.1.arr.q section 19-19
package.1.arr.q.name key 19-19
package.1.arr.q.v key 19-19
package.1.arr.1 section 19-19
package.1.arr.1.v key 19-19
""",
    ),
    "compose.yml": (
        """\
# c
services:
  web:
    image: x
    ports:
      - "80:80"
  # about the next
  db: {image: y, env: [1, 2]}

jobs:
- name: one
  run: |
    a

- uses: x
"quoted key": 1
empty:
---
second: 1
""",
        """\
services section 2-8
services.web section 3-6
services.web.image key 4-4
services.web.ports key 5-6
services.db section 8-8
services.db.image key 8-8
services.db.env key 8-8
jobs section 10-15
jobs.one section 11-13
jobs.one.name key 11-11
jobs.one.run key 12-13
jobs.1 section 15-15
jobs.1.uses key 15-15
quoted key key 16-16
empty key 17-17
second key 19-19
""",
    ),
    "package.json": (
        """\
{
  // tolerated
  "name": "x",
  "scripts": {"test": "jest"},
  "list": [{"name": "q", "v": 2}, {"v": [3]}],
  "none": {},
}
""",
        """\
name key 3-3
scripts section 4-4
scripts.test key 4-4
list section 5-5
list.q section 5-5
list.q.name key 5-5
list.q.v key 5-5
list.1 section 5-5
list.1.v key 5-5
none key 6-6
""",
    ),
    "setup.cfg": (
        """\
[metadata]
name = x
; comment
[options.extras]
requires =
    a
    b

# about the next
[remote "origin"]
	url: y
""",
        """\
metadata section 1-2
metadata.name key 2-2
options.extras section 4-7
options.extras.requires key 5-7
remote.origin section 10-11
remote.origin.url key 11-11
""",
    ),
    ".env.local": (
        """\
# c
export A=1
KEY="one
two"
B=2
""",
        """\
A key 2-2
KEY key 3-4
B key 5-5
""",
    ),
    "Makefile": (
        """\
CC ?= gcc
.PHONY: test
test check: build
	pytest

build:
	make x
""",
        """\
CC constant 1-1
test function 3-4
check function 3-4
build function 6-7
""",
    ),
    "client.lua": (
        """\
LIMIT = 10
-- function no
local function send(x)
  local t = {}
  return t
end
function Client:close()
end
""",
        """\
LIMIT constant 1-1
send function 3-6
Client.close function 7-8
""",
    ),
    "main.tf": (
        """\
resource "aws_s3_bucket" "logs" {
  bucket = "x"
}
variable "region" {
  default = "eu"
}
""",
        """\
aws_s3_bucket.logs class 1-3
region class 4-6
""",
    ),
    "client.dart": (
        """\
@immutable
class Client extends Base {
  Client(this.a);
  int send(String x,
      int y) {
    if (x) {
      print(")}");
    }
    return 1;
  }
}
void main()
{
  run(() {
  });
}
const limit = 10;
""",
        """\
Client class 1-11
Client.send function 4-10
main function 12-16
limit constant 17-17
""",
    ),
}


@pytest.mark.parametrize("path", CASES)
def test_definitions_are_found(path: str) -> None:
    source, expected = CASES[path]
    assert _told(outline_of(path, source)) == expected.splitlines()


def _told(outline: Outline) -> list[str]:
    return [f"{symbol.name} {symbol.kind} {symbol.start}-{symbol.stop}" for symbol in outline.symbols]
