# What can be done here. How it is done stands in scripts/, one purpose a file.
RUN = @sh scripts/run
-include local.mk # settings of your own, not in git; for example: export NIAGARA_PURE=1
.PHONY: help play test lint bench web wheel locks

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /make \1\t/p' Makefile

play: ## set up what is missing, start the server, open the page (HOST= PORT=)
	$(RUN) play

test: ## install what the tests need and run everything (ONLY="ruff pytest" for some of it)
	$(RUN) test $(ONLY)

lint: ## the quick part of the tests: style, types, imports
	$(RUN) test ruff format mypy floors svelte-check

bench: ## measure (ONLY="engine" for one)
	$(RUN) bench $(ONLY)

web: ## develop the client: pages reload as you type
	$(RUN) web

wheel: ## dist/niagara-*.whl with the built client inside
	$(RUN) wheel

locks: ## choose the versions anew (UPGRADE=1 for the newest)
	$(RUN) locks
