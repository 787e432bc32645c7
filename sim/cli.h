// SPDX-License-Identifier: Apache-2.0
//
// The command line of a program, by CLI11: `--name value` or `--name=value`, `--help`, and one line
// on stderr that says what is wrong.
#ifndef TTPSIM_CLI_H
#define TTPSIM_CLI_H

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct Harm;
struct Plant;
enum class DutKind;
struct ttp_params;

// done: the help was printed. bad: a complaint was.
enum class Parse { run, done, bad };

// A whole number, decimal or behind 0x hexadecimal. False: it is none, or out of range.
bool read_number(const std::string &s, uint64_t least, uint64_t most, uint64_t *v);
bool read_real(const std::string &s, double least, double most, double *v);

class Cli {
public:
    using Take = std::function<bool(const std::string &)>;

    // `program` begins each complaint. The help has `about` above the options, `after` below them.
    Cli(const std::string &program, const std::string &about, const std::string &after);
    ~Cli();

    void group(const std::string &title);        // of the options that follow in the help
    void flag(const char *name, const std::string &help, bool *v, bool value = true);
    // `take` reads the value. If it can not, the complaint is `--name value: not <what>`.
    void option(const char *name, const char *word, const std::string &help,
                const std::string &what, const Take &take);
    void text(const char *name, const char *word, const std::string &help, std::string *v);
    template <class T> void number(const char *name, const char *word, const std::string &help,
                                   T *v, uint64_t least, uint64_t most)
    {
        whole(name, word, help, least, most, [=](uint64_t n) { *v = static_cast<T>(n); });
    }
    void seconds(const char *name, const std::string &help, double *v, double least);
    void chance(const char *name, const std::string &help, double *v);
    template <class E> void choice(const char *name, const std::string &help, E *v,
                                   const std::vector<std::pair<std::string, E>> &known)
    {
        option(name, "KIND", help, "one of" + names(known), [=](const std::string &s) {
            for (const auto &k : known) {
                if (s != k.first) continue;
                *v = k.second;
                return true;
            }
            return false;
        });
    }
    // What several programs have.
    void harm(Harm *h);                          // --loss, --dup, --reorder, --corrupt, --truncate
    void plant(Plant *p);
    void preset(const std::string &help, std::string *name, ttp_params *p);

    bool given(const char *name) const;
    // The options that were given, with their last values.
    std::vector<std::pair<std::string, std::string>> all_given() const;
    // words: where arguments without a name go; nullptr: there may be none.
    Parse parse(int argc, const char *const *argv, std::vector<std::string> *words = nullptr);
    Parse complain(const std::string &what) const;       // bad

private:
    void whole(const char *name, const char *word, const std::string &help, uint64_t least,
               uint64_t most, const std::function<void(uint64_t)> &set);
    template <class E>
    static std::string names(const std::vector<std::pair<std::string, E>> &known)
    {
        std::string s;
        for (const auto &k : known) s += (s.empty() ? " " : ", ") + k.first;
        return s;
    }

    struct App;
    const std::string program_;
    std::unique_ptr<App> app_;
};

#endif
