"""Which common words are one token for every Claude?

Words that were measured one by one (docs/tokens.md): of those that every Claude vocabulary at hand counts as
one token, the most frequent in documentation and code. The newer vocabularies cut nearly all other words, so
only the letters of these are not charged.
"""

from __future__ import annotations

FAMILIAR = frozenset(
    """
A a about above access action add added address af after again against All all along already also always
An an and another any API api append application are args around array As as async at author available
await B b back base based be because become been before being below best between block body both break
build building built but By by C c call called came can case change char character check class client
close code color column com come command common config console const content context control core could
count create created current D d da data database date day days de def default define del der described
description details development did different display do document does don done double down download due
during E e each either el else email en END end env er err error es even event every example except export
F f False false family far features few field File file files find first float following font For for
force form format found four free from full func function further future G g General get git github give
given global go good group H h had half has have he head header held help here him history home host How
how However href html http https I i id If if image import In in include included including index info
information init input install int into io is It it item items its j job join js json just k key know
known L l label language large last later least left len length less let level library License license
like line link links list live load local log long look M m made main make man many map master match max
may md me means member members message met method might min model models module month more most move much
must my N n name named names need net never New new next No no node non None none not note now np null num
number O o object of off old older On on once One one only op open option options or order org original os
other others our out output over override own P p package page param params part party past path people
per person place please point port position present print private process program project public push put
py python q query question R r random range re read README real record records region release report req
request require required res response result results return review right role root row run running S s
said same save say says score script search second section security See see self send server service
session set several share short should show side since single site size small So so software some
something source space special split src st start state static status std step still store str String
string style such support system T t table take target task template term test text than that The the
their them then There there These these They they things third This this those three through time times
title To to together token told too top total True true try two type types U u under units until up update
url us use used user users using util V v val value values var version via view views void W w want was
way We we web week well were What what When when where which while who why width will win window With with
within without word words work would write written www X x y year You you your z
""".split()
)
