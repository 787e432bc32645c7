// SPDX-License-Identifier: Apache-2.0
//
// See cli.h.
#include "cli.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "compare.h"
#include "presets.h"
#include "wire/wire.h"

struct Cli::App {
    CLI::App app;
    std::string group = "the most important";
};

bool read_number(const std::string &s, uint64_t least, uint64_t most, uint64_t *v)
{
    const bool hex = s.compare(0, 2, "0x") == 0;
    char *end = nullptr;
    errno = 0;
    *v = strtoull(s.c_str(), &end, hex ? 16 : 10);
    return !s.empty() && s[0] >= '0' && s[0] <= '9' && !*end && !errno && *v >= least && *v <= most;
}

bool read_real(const std::string &s, double least, double most, double *v)
{
    char *end = nullptr;
    *v = strtod(s.c_str(), &end);
    return !s.empty() && !*end && *v >= least && *v <= most;
}

Cli::Cli(const std::string &program, const std::string &about, const std::string &after)
    : program_(program), app_(std::make_unique<App>())
{
    CLI::App &a = app_->app;
    a.name(program);
    a.description(about);
    a.footer(after);
    a.set_help_flag("-h,--help", "");
    a.get_help_ptr()->group("");
    a.allow_extras();
    a.get_formatter()->column_width(26);
}

Cli::~Cli() = default;

void Cli::group(const std::string &title)
{
    app_->group = title;
}

void Cli::flag(const char *name, const std::string &help, bool *v, bool value)
{
    app_->app.add_flag_callback(name, [=] { *v = value; }, help)->group(app_->group);
}

void Cli::option(const char *name, const char *word, const std::string &help,
                 const std::string &what, const Take &take)
{
    const auto each = [=](const std::vector<std::string> &values) {
        for (const std::string &s : values)
            if (!take(s)) throw CLI::ValidationError(std::string(name) + " " + s, "not " + what);
        return true;
    };
    app_->app.add_option(name, each, help)->type_name(word)->group(app_->group)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->expected(1)
        ->allow_extra_args(false);
}

void Cli::text(const char *name, const char *word, const std::string &help, std::string *v)
{
    option(name, word, help, "", [=](const std::string &s) {
        *v = s;
        return true;
    });
}

void Cli::whole(const char *name, const char *word, const std::string &help, uint64_t least,
                uint64_t most, const std::function<void(uint64_t)> &set)
{
    option(name, word, help,
           "a whole number from " + std::to_string(least) + " to " + std::to_string(most),
           [=](const std::string &s) {
        uint64_t n = 0;
        const bool good = read_number(s, least, most, &n);
        if (good) set(n);
        return good;
    });
}

void Cli::seconds(const char *name, const std::string &help, double *v, double least)
{
    option(name, "S", help,
           least > 0 ? "a number of seconds above 0" : "a number of seconds",
           [=](const std::string &s) { return read_real(s, least, 86400, v); });
}

void Cli::chance(const char *name, const std::string &help, double *v)
{
    option(name, "P", help, "a probability from 0 to 1",
           [=](const std::string &s) { return read_real(s, 0, 1, v); });
}

void Cli::harm(Harm *h)
{
    chance("--loss", "a frame is lost", &h->loss);
    chance("--dup", "it comes twice", &h->dup);
    chance("--reorder", "it comes late", &h->reorder);
    chance("--corrupt", "bits of it are flipped", &h->corrupt);
    chance("--truncate", "it is cut short", &h->truncate);
}

void Cli::plant(Plant *p)
{
    option("--plant", "PORT@CYCLE", "flip a bit of that RTL output, to test the comparison",
           "an output port, @ and a cycle", [=](const std::string &s) {
        const size_t at = s.find('@');
        p->port = s.substr(0, at);
        const auto ports = output_port_names();
        if (std::find(ports.begin(), ports.end(), p->port) == ports.end())
            throw CLI::ValidationError("--plant " + s, "no such output port");
        return at != s.npos && read_number(s.substr(at + 1), 0, UINT64_MAX, &p->cycle);
    });
}

void Cli::preset(const std::string &help, std::string *name, ttp_params *p)
{
    find_preset(*name, p);
    option("--preset", "NAME", help, "", [=](const std::string &s) {
        *name = s;
        if (find_preset(s, p)) return true;
        throw CLI::ValidationError("--preset " + s, "no such preset (ttpsim presets)");
    });
}

bool Cli::given(const char *name) const
{
    return app_->app.count(name) != 0;
}

std::vector<std::pair<std::string, std::string>> Cli::all_given() const
{
    std::vector<std::pair<std::string, std::string>> all;
    for (const CLI::Option *o : app_->app.get_options())
        if (o->count())
            all.emplace_back(o->get_name(), o->get_expected_max() ? o->results().back() : "");
    return all;
}

Parse Cli::complain(const std::string &what) const
{
    fprintf(stderr, "%s: %s\n", program_.c_str(), what.c_str());
    return Parse::bad;
}

Parse Cli::parse(int argc, const char *const *argv, std::vector<std::string> *words)
{
    CLI::App &a = app_->app;
    const std::string see = " (" + program_ + " --help)";
    try {
        a.parse(argc, argv);
    } catch (const CLI::CallForHelp &) {
        fputs(a.help().c_str(), stdout);
        return Parse::done;
    } catch (const CLI::ArgumentMismatch &e) {
        const std::string what = e.what();
        return complain(what.substr(0, what.find(':')) + ": value is missing");
    } catch (const CLI::ParseError &e) {
        return complain(e.what());
    }
    for (const std::string &s : a.remaining()) {
        if (s.size() > 1 && s[0] == '-') return complain(s + ": unknown option" + see);
        if (!words) return complain(s + ": unexpected argument" + see);
        words->push_back(s);
    }
    return Parse::run;
}
