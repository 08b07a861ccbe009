# The few commands developers use; each works from a fresh clone.
.PHONY: setup format lint types imports test docs golden shape page site bench check

setup:   ; bash scripts/setup                                   # make or refresh .venv
format:  setup ; .venv/bin/ruff format . && .venv/bin/ruff check --fix --quiet .
lint:    ; bash scripts/test format lint dead unused            # style, dead code, unused dependencies
types:   ; bash scripts/test types                              # mypy --strict over source and tests
imports: ; bash scripts/test imports                            # layers, table owners, purity
test:    ; bash scripts/test suites                             # unit, integration, e2e, scenario, contract, docs
docs:    setup ; .venv/bin/python docs/generate.py              # rewrite the generated reference pages
golden:  setup ; .venv/bin/python tests/contract/golden.py      # rewrite tests/contract/operations.json
shape:   setup ; .venv/bin/python tests/test_shape.py --lower       # lower the ratchet in tests/shape.json
page:    ; bash scripts/page build                              # rebuild the operator's page from web/
site:    setup ; bash scripts/site                              # docs/ as a static site, in site/
bench:   setup ; for each in $$(grep -l __main__ benchmarks/*.py | grep -v -e retrieval_peers -e match_calibration); do .venv/bin/python $$each || exit 1; done
check:   ; bash scripts/test                                    # everything that CI checks
