# make demo: set up, then unfuse a text of ours. make test: everything that checks the project.
# make test-slow: what takes longer, such as killing processes at work, and what needs torch.
# make generated: the schemas and docs/words.md anew.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
MODELS := .venv-models

.PHONY: demo test test-slow test-models lint setup generated clean

demo: $(READY)
	$(BIN)/disco unfuse examples/lighthouse.txt --format listing

setup: $(READY)

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	$(BIN)/disco setup
	touch $@

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: lint
	$(BIN)/disco rules check
	$(BIN)/pytest -n 2 --dist loadfile

test-slow: $(READY) test-models
	$(BIN)/pytest -m slow

# what needs torch
test-models: $(MODELS)/.ready
	$(MODELS)/bin/pytest tests/models

$(MODELS)/.ready: pyproject.toml
	$(PYTHON) -m venv $(MODELS)
	$(MODELS)/bin/python -m pip install --quiet --disable-pip-version-check -e '.[models]'
	$(MODELS)/bin/disco setup
	touch $@

# what is made from the code and the rules, and stands beside them: the tests compare
generated: $(READY)
	for name in rules gate english weights pairs published; do \
		$(BIN)/disco rules schema $$name > rules/schema/$$name.json || exit 1; done
	$(BIN)/disco rules words --markdown > docs/words.md

clean:
	rm -rf $(VENV) $(MODELS) .mypy_cache .ruff_cache .pytest_cache .hypothesis
