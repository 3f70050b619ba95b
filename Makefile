# Roost's front door. `make help` lists the doors; what stands behind each is in tools/.
.DEFAULT_GOAL := help
.PHONY: help requirements build programs apps demo test test-systemd bench install deb clean

PREFIX ?= /usr/local
# As root the daemon reads /etc/roost wherever its programs are; another PREFIX is for packages of another kind.
SYSCONFDIR ?= /etc
BUILD := .build-release
SWIFT_BUILD := swift build -c release --static-swift-stdlib

help: ## what can be done here
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' Makefile | while IFS="$$(printf '\t')" read -r door does; do \
		printf '  make %-12s %s\n' "$$door" "$$does"; done

requirements:
	@tools/requirements build

programs: requirements
	@tools/step "build roostd" $(SWIFT_BUILD) --scratch-path $(BUILD) --product roostd
	@tools/step "build roostctl" $(SWIFT_BUILD) --scratch-path $(BUILD) --product roostctl
	@tools/step "build roost-backtrace" $(SWIFT_BUILD) --scratch-path $(BUILD) --product roost-backtrace
	@mkdir -p build/bin
	@for program in roostd roostctl roost-backtrace; do \
		cmp -s $(BUILD)/release/$$program build/bin/$$program || install -m 755 $(BUILD)/release/$$program build/bin/; done

apps: programs
	@# SwiftPM does not see that a package it depends on by path has new targets or files, and builds by its old plan.
	@rm -f $(BUILD)-agents/release.yaml
	@tools/step "build the sample apps" $(SWIFT_BUILD) --package-path agents --scratch-path $(BUILD)-agents
	@tools/bundle-agents $(BUILD)-agents/release build/apps

build: apps ## roostd, roostctl and roost-backtrace into build/bin, the sample apps into build/apps

demo: build ## play a whole life of real apps, and print every callback
	@tools/demo

test: ## install what is missing, build, and run every test
	@tools/requirements test
	@$(MAKE) --no-print-directory build
	@tools/test

test-systemd: build ## boot a systemd in a container (as root), install the Debian package there and try all of it
	@tools/requirements test
	@tools/deb
	@tools/daemon-versions
	@tools/systemd-test

# There is a folder of the name of the last.
.PHONY: lint format docs

lint: ## check without building: rules and their tests, the floors, layout, links
	@tools/lint

format: ## lay the Swift sources out as .swift-format says
	@tools/format write

docs: ## reference of the libraries, as web pages in build/docs
	@tools/docs

bench: build ## how long things take
	@Benchmarks/run

install: ## programs, man pages and configuration under PREFIX (make build first)
	@tools/install "$(DESTDIR)" "$(PREFIX)" "$(SYSCONFDIR)"

deb: build ## a Debian package, build/roost_VERSION_ARCH.deb
	@tools/deb

clean: ## remove everything that was built
	rm -rf build .build $(BUILD) $(BUILD)-agents
