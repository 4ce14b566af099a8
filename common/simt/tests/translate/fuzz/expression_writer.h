/// Random expressions over the names that a program declares: the part of write_programs.cpp that draws them.
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <vector>

class ExpressionWriter {
 protected:
  explicit ExpressionWriter(unsigned seed) : random_(seed) {}

  using Names = std::vector<std::string>;

  // ---- randomness

  int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }
  bool one_in(int n) { return below(n) == 0; }
  std::string pick(const Names& names) { return names[below(static_cast<int>(names.size()))]; }

  std::string number() { return std::to_string(below(9)); }

  // ---- what is declared

  struct Scope {
    std::size_t scalars, arrays, lambdas;
  };
  Scope open() const { return {scalars_.size(), arrays_.size(), lambdas_.size()}; }
  void close(const Scope& scope) {
    scalars_.resize(scope.scalars);
    arrays_.resize(scope.arrays);
    lambdas_.resize(scope.lambdas);
  }
  /// Names that are used again in inner scopes, and hide each other.
  std::string fresh(const char* prefix) {
    return prefix + std::to_string(below(3)) + "_" + std::to_string(depth_) + "_" +
           std::to_string(names_++ % 40);
  }

  // ---- expressions, all of type int or unsigned

  std::string element(int depth = 0) {
    const std::string array = pick(arrays_);
    if (is_counted_ && array[0] == 'v')
      return "AT(" + array + ", " + expression(depth + 2) + " + n)";
    return array + "[(" + expression(depth + 2) + ") & 3]";
  }

  std::string operand(int depth) {
    switch (below(depth > 3 ? 3 : 16)) {
      case 0:
        return number();
      case 1:
        return pick(scalars_);
      case 2:
        return arrays_.empty() ? "2" : element(depth);
      case 3:
        return "(" + expression(depth + 1) + ")";
      case 4:
        return "(unsigned)" + operand(depth + 1);
      case 5:
        return "static_cast<int>(" + expression(depth + 1) + ")";
      case 6:
        return "larger<int>(" + expression(depth + 1) + ", " + operand(depth + 1) + ")";
      case 7:
        return "sum(" + operand(depth + 1) + ", " + operand(depth + 1) + ")";
      case 8:
        return "(int)sizeof(" + std::string(one_in(2) ? "int" : "Pair") + ")";
      case 9:
        return "(" + expression(depth + 1) + " ? " + operand(depth + 1) + " : " +
               expression(depth + 1) + ")";
      case 10:
        return "-(" + operand(depth + 1) + ")";
      case 11:
        return assignable_.empty() ? "1" : "*&" + pick(assignable_);
      case 12:
        return "!" + operand(depth + 1);
      case 13:
        return "Same<int>::value";
      case 14:
        return lambdas_.empty() ? "~1" : pick(lambdas_) + "(" + expression(depth + 1) + ")";
      default:
        return functions_.empty() ? "5" : pick(functions_) + "(" + expression(depth + 1) + ")";
    }
  }

  std::string expression(int depth = 0) {
    std::string text = operand(depth);
    for (int i = below(depth > 2 ? 1 : 3); i > 0; --i) {
      const std::string op = pick({"*", "*", "*", "+", "-", "&", "|", "^", "<", ">", "==", "&&"});
      text += " " + op + " " + operand(depth + 1);
    }
    return text;
  }

  std::string product() {
    const auto at = [this] { return element(1); };
    switch (below(5)) {
      case 0:
        return at() + " * " + at();
      case 1:
        return at() + " * " + at() + " + " + operand(2);
      case 2:
        return pick(scalars_) + " * " + at();
      case 3:
        return is_counted_ ? at() + " * 2"
                           : "PRODUCT(" + pick(arrays_) + ", " + operand(2) + ", " + pick(arrays_) +
                                 ", " + operand(2) + ")";
      default:
        return at() + " * " + at() + " * " + at();
    }
  }

  std::string value() { return one_in(2) && !arrays_.empty() ? product() : expression(); }

  std::string place() {
    if (in_lambda_) return "y";  // what calls it has no order
    return one_in(2) ? element(1) : pick(assignable_);
  }

  /// What is read and written: two uses.
  std::string changed() { return is_counted_ && !in_lambda_ ? pick(assignable_) : place(); }

  std::mt19937 random_;
  Names scalars_, assignable_, arrays_, lambdas_, functions_, constants_;
  int depth_ = 0, names_ = 0;
  bool is_kernel_ = false, is_counted_ = false, in_lambda_ = false;
};
