# Roost's front door. `make help` lists the doors; what stands behind each is in tools/.
.DEFAULT_GOAL := help
.PHONY: help requirements build programs apps demo console generate check test test-one test-systemd lint format docs bench \
	fuzz stripped model-turns install install-debug deb clean

PREFIX ?= /usr/local
# As root the daemon reads /etc/roost wherever its programs are; another PREFIX is for packages of another kind.
SYSCONFDIR ?= /etc
BUILD := .build-release
# By its build ID a debugger finds the symbols that are parted from a program. Two packages are built in one folder, so
# that what both are made of is compiled once; SwiftPM has to plan each time, as the last plan is the other package's.
# Each function in a section of its own, so that the linker can leave it out, and lay it out (tools/layout).
SWIFT_BUILD := swift build -c release --static-swift-stdlib --scratch-path $(BUILD) -Xlinker --build-id \
	--disable-build-manifest-caching \
	-Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections

help: ## what can be done here
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' Makefile | while IFS="$$(printf '\t')" read -r door does; do \
		printf '  make %-14s %s\n' "$$door" "$$does"; done

requirements:
	@tools/requirements build

programs: requirements
	@tools/layout build/roostd.ld
	@tools/step "build roostd" $(SWIFT_BUILD) --product roostd -Xlinker -T -Xlinker $(CURDIR)/build/roostd.ld
	@for product in roostctl roost-backtrace roost-push roost-transfer roost-picture roost-console roost-run; do \
		tools/step "build $$product" $(SWIFT_BUILD) --product $$product || exit; done
	@mkdir -p build/bin
	@for program in roostd roostctl roost-backtrace roost-push roost-transfer roost-picture roost-console roost-run; do \
		cmp -s $(BUILD)/release/$$program build/bin/$$program || install -m 755 $(BUILD)/release/$$program build/bin/; done

apps: programs
	@# The same versions as the programs', which SwiftPM would otherwise settle anew each time, with a look at the network.
	@cmp -s Package.resolved agents/Package.resolved || cp Package.resolved agents/
	@tools/step "build the sample apps" $(SWIFT_BUILD) --package-path agents --force-resolved-versions
	@tools/bundle-agents $(BUILD)/release build/apps

build: apps ## roostd, roostctl and the helpers into build/bin, the sample apps into build/apps

demo: build ## play a whole life of real apps, and print every callback
	@tools/demo

console: build ## a device in the browser: the sample apps on a private daemon, to touch
	@tools/console

check: ## test the rules, the protocols and the configuration; takes nothing but Swift
	@tools/requirements check
	@tools/check

generate: ## the Swift types and the references of the control interfaces, from their .varlink files
	@tools/step "build the generator" swift build --product VarlinkGenerator
	@.build/debug/VarlinkGenerator .

test: ## install what is missing, build, and run every test
	@tools/requirements test
	@$(MAKE) --no-print-directory build
	@tools/test

test-one: ## build and run the tests whose name has T in it: make test-one T=LawsTests
	@tools/test-one "$(T)"

test-systemd: build ## boot a systemd in a container (as root), install the Debian package there and try all of it
	@tools/requirements test
	@tools/deb
	@tools/daemon-versions
	@tools/systemd-test

fuzz: ## an hour for each reader of bytes that somebody else wrote, as many at a time as there are cores
	@tools/requirements build
	@ROOST_FUZZ_SECONDS=$${ROOST_FUZZ_SECONDS:-3600} tools/fuzz

lint: ## check without building: rules and their tests, the floors, layout, links
	@tools/lint

format: ## lay the Swift sources out as .swift-format says
	@tools/format write

docs: ## reference of the libraries, as web pages in build/docs
	@tools/docs

bench: build ## how long things take
	@Benchmarks/run

# Turns of the model, for tools/costs.
model-turns:
	@tools/step "build the model's turns" $(SWIFT_BUILD) --product ModelTurns

stripped:
	@tools/split-debug

install: stripped ## programs, man pages and configuration under PREFIX (make build first)
	@tools/install "$(DESTDIR)" "$(PREFIX)" "$(SYSCONFDIR)"

install-debug: stripped ## the programs' debug symbols under PREFIX/lib/debug
	@tools/install-debug "$(DESTDIR)" "$(PREFIX)"

deb: build ## Debian packages: build/roost_VERSION_ARCH.deb, and roost-dbgsym with its debug symbols
	@tools/deb

clean: ## remove everything that was built
	rm -rf build .build .build-check .build-test .build-fuzz $(BUILD)
