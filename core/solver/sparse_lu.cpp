#include "core/solver/sparse_lu.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "core/math/pairs.h"
#include "core/system/failures.h"

namespace slipstick {
namespace {

constexpr double smallestPivot = 1e-300;  // only matrices that are singular in floating-point arithmetic are rejected
constexpr double weakPivot = 1e-8;        // relative to the largest entry of the column: below this, digits would be lost
constexpr int smallPart = 24;             // largest number of unknowns of a part that forms one front
constexpr int largestJoined = 400;        // pivots of a front; beyond, weak pivots are accepted and solutions refined
constexpr double uselessPivot = 1e-12;    // relative to the largest entry of the column: never accepted

/// target[i] -= column[i] factor.
inline void subtract(double* __restrict target, const double* __restrict column, int rows, double factor) {
  const auto subtracted = [f = uniform(factor)](const auto& x, const auto& a) { return x - a * f; };
  each(rows, target, subtracted, target, column);
}

// Packed columns. A group of up to four columns is stored by pairs of rows: the pair of the first column, of the second, and so on. The
// last pair may have an additional row of zeros. All functions return the end of the group.

/// target[i] -= Σ columns[i][n] factors[n], for all rows and the additional one.
template <int N>
const double* subtractColumns(double* target, int rows, const double* columns, const double* factors) {
  Pair factor[N];
  for (int n = 0; n < N; ++n) factor[n] = makePair(factors[n], factors[n]);
  for (int i = 0; i < rows; i += 2, columns += 2 * N) {
    Pair sum = loadPair(columns) * factor[0];
    if constexpr (N > 1) sum += loadPair(columns + 2) * factor[1];
    if constexpr (N == 3) sum += loadPair(columns + 4) * factor[2];
    if constexpr (N == 4) sum += loadPair(columns + 4) * factor[2] + loadPair(columns + 6) * factor[3];
    const Pair rest = loadPair(target + i) - sum;
    storePair(rest, target + i);
  }
  return columns;
}

/// Eliminates N pivots, which come first in v, from the rows below: first within the group, then their columns.
template <int N>
const double* takeOut(double* v, int rows, const double* from) {
  for (int i = 1; i < N; ++i)
    for (int n = 0; n < i; ++n) v[i] -= *from++ * v[n];
  return subtractColumns<N>(v + N, rows - N, from, v);
}

const double* takeOut(double* v, int pivots, int rows, const double* from) {
  for (; pivots >= 4; v += 4, pivots -= 4, rows -= 4) from = takeOut<4>(v, rows, from);
  switch (pivots) {
    case 3:
      return takeOut<3>(v, rows, from);
    case 2:
      return takeOut<2>(v, rows, from);
    case 1:
      return takeOut<1>(v, rows, from);
    default:
      return from;
  }
}

/// Solves for the last N of the unknowns v and eliminates their columns from the others. Diagonals are stored as inverses.
template <int N>
const double* putIn(double* v, int unknowns, const double* from) {
  double* last = v + unknowns - N;
  for (int i = N - 1; i >= 0; --i) {
    for (int n = N - 1; n > i; --n) last[i] -= *from++ * last[n];
    last[i] *= *from++;
  }
  return subtractColumns<N>(v, unknowns - N, from, last);
}

/// Backward substitution in a front: first the border, then its own unknowns from the last one.
const double* putIn(double* v, int pivots, const double* border, int count, const double* from) {
  for (; count >= 4; border += 4, count -= 4) from = subtractColumns<4>(v, pivots, from, border);
  switch (count) {
    case 3:
      from = subtractColumns<3>(v, pivots, from, border);
      break;
    case 2:
      from = subtractColumns<2>(v, pivots, from, border);
      break;
    case 1:
      from = subtractColumns<1>(v, pivots, from, border);
      break;
    default:
      break;
  }
  for (; pivots >= 4; pivots -= 4) from = putIn<4>(v, pivots, from);
  switch (pivots) {
    case 3:
      return putIn<3>(v, pivots, from);
    case 2:
      return putIn<2>(v, pivots, from);
    case 1:
      return putIn<1>(v, pivots, from);
    default:
      return from;
  }
}

/// Packs `count` columns, `stride` apart. Returns the end.
double* packColumns(const double* columns, std::size_t stride, int count, int rows, double* to) {
  for (int i = 0; i < rows; i += 2)
    for (int n = 0; n < count; ++n) {
      const double* at = columns + n * stride + i;
      *to++ = at[0];
      *to++ = i + 1 < rows ? at[1] : 0;
    }
  return to;
}

}  // namespace

void SparseLu::analyse(int size, std::vector<MatrixSink::Position> positions, int firstMultiplier) {
  size_ = size;
  pattern_ = std::move(positions);
  joinedLevels_ = 1;
  const std::vector<std::vector<int>> neighbours = findBlocks(firstMultiplier);
  std::vector<char> isMultiplier;
  for (const std::vector<int>& block : blocks_) isMultiplier.push_back(block.front() >= firstMultiplier);
  order(neighbours, isMultiplier);
  joinAlike();
  joinSmallParts();
  layout();
}

/// Groups unknowns with the same neighbours and returns the neighbours of each block.
std::vector<std::vector<int>> SparseLu::findBlocks(int firstMultiplier) {
  // Lists for each unknown all unknowns that share an entry with it, including itself. The lists are consecutive: first with
  // repetitions, then unique and ascending because they are filled in the order of unknowns.
  std::vector<std::size_t> begin(size_ + 1, 1);
  begin[size_] = 0;
  for (const auto& [row, column] : pattern_) ++begin[row], ++begin[column];
  std::size_t sum = 0;
  for (std::size_t& first : begin) first = std::exchange(sum, sum + first);
  std::vector<std::size_t> end(begin.begin(), begin.end() - 1);
  std::vector<int> asTheyCome(sum), sorted(sum);
  for (const auto& [row, column] : pattern_) asTheyCome[end[row]++] = column, asTheyCome[end[column]++] = row;
  for (int i = 0; i < size_; ++i) asTheyCome[end[i]++] = i;
  std::copy(begin.begin(), begin.end() - 1, end.begin());
  for (int i = 0; i < size_; ++i)
    for (std::size_t k = begin[i]; k < begin[i + 1]; ++k)
      if (const int other = asTheyCome[k]; end[other] == begin[other] || sorted[end[other] - 1] != i) sorted[end[other]++] = i;

  blocks_.clear();
  const auto row = [&](int unknown) { return std::span(sorted).subspan(begin[unknown], end[unknown] - begin[unknown]); };
  const auto isMultiplier = [&](int unknown) { return unknown >= firstMultiplier; };
  std::vector<int> blockOf(size_, -1);
  for (int unknown = 0; unknown < size_; ++unknown) {
    const auto own = row(unknown);
    for (const int other : own) {  // among them is the first unknown of its block
      if (other >= unknown) break;
      if (blocks_[blockOf[other]].front() != other || isMultiplier(other) != isMultiplier(unknown)) continue;
      if (std::equal(own.begin(), own.end(), row(other).begin(), row(other).end())) blockOf[unknown] = blockOf[other];
    }
    if (blockOf[unknown] < 0) {
      blockOf[unknown] = static_cast<int>(blocks_.size());
      blocks_.emplace_back();
    }
    blocks_[blockOf[unknown]].push_back(unknown);
  }
  std::vector<std::vector<int>> ofBlock(blocks_.size());
  for (std::size_t b = 0; b < ofBlock.size(); ++b) {
    std::vector<int>& list = ofBlock[b];
    for (const int unknown : row(blocks_[b].front()))
      if (blockOf[unknown] != static_cast<int>(b) && (list.empty() || list.back() != blockOf[unknown])) list.push_back(blockOf[unknown]);
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return ofBlock;
}

int SparseLu::weight(const std::vector<int>& blocks) const {
  int sum = 0;
  for (const int block : blocks) sum += static_cast<int>(blocks_[block].size());
  return sum;
}

/// Minimum degree on the graph of blocks. Each block becomes a node of the elimination tree. Among equal degrees, blocks with the fewest
/// tree levels below come first: a ring is eliminated from everywhere at once, so that a local change affects few fronts.
void SparseLu::order(const std::vector<std::vector<int>>& neighbours, const std::vector<char>& isMultiplier) {
  const int count = static_cast<int>(blocks_.size());
  std::vector<std::vector<int>> graph = neighbours;
  std::vector<int> degree(count), waitsFor(count, 0);  // a multiplier waits for the coordinates that it constrains
  std::vector<int> level(count, 0);
  std::set<std::array<int, 3>> queue;
  const auto rank = [&](int block) { return std::array{degree[block], level[block], block}; };
  for (int b = 0; b < count; ++b) {
    degree[b] = weight(neighbours[b]);
    if (isMultiplier[b])
      for (const int neighbour : neighbours[b]) waitsFor[b] += !isMultiplier[neighbour];
    if (waitsFor[b] == 0) queue.insert(rank(b));
  }
  nodes_.assign(count, {});
  std::vector<int> step(count), merged;
  int next = 0;
  const auto change = [&](int block, int newDegree, int least) {
    const bool queued = queue.erase(rank(block)) > 0;
    degree[block] = newDegree;
    level[block] = std::max(level[block], least);
    if (queued) queue.insert(rank(block));
  };
  while (!queue.empty()) {
    const int block = queue.begin()->back();
    queue.erase(queue.begin());
    const std::vector<int> border = std::move(graph[block]);
    for (const int a : border) {
      merged.clear();
      std::set_union(graph[a].begin(), graph[a].end(), border.begin(), border.end(), std::back_inserter(merged));
      std::erase_if(merged, [&](int b) { return b == a || b == block; });
      graph[a].swap(merged);
      change(a, weight(graph[a]), level[block] + 1);
    }
    if (!isMultiplier[block])
      for (const int neighbour : neighbours[block])
        if (isMultiplier[neighbour] && --waitsFor[neighbour] == 0) queue.insert(rank(neighbour));
    step[block] = next;
    nodes_[next].pivots = {block};
    nodes_[next].border = border;
    ++next;
  }
  for (Node& node : nodes_) {
    node.parent = -1;
    for (const int block : node.border)
      if (node.parent < 0 || step[block] < node.parent) node.parent = step[block];
  }
}

/// The pivots of a node become pivots of its parent.
void SparseLu::join(int number, int parent) {
  Node& node = nodes_[number];
  Node& into = nodes_[parent];
  into.pivots.insert(into.pivots.begin(), node.pivots.begin(), node.pivots.end());
  node.joined = true;
  node.pivots.clear(), node.border.clear();
}

/// Joins nodes whose border is the whole front of their parent: this adds no entries.
void SparseLu::joinAlike() {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].parent < 0) continue;
    const Node& parent = nodes_[nodes_[i].parent];
    if (weight(nodes_[i].border) == weight(parent.pivots) + weight(parent.border)) join(static_cast<int>(i), nodes_[i].parent);
  }
}

/// Turns each part with few unknowns into one front.
void SparseLu::joinSmallParts() {
  std::vector<int> root(nodes_.size()), unknowns(nodes_.size(), 0);
  for (int i = static_cast<int>(nodes_.size()) - 1; i >= 0; --i) {
    root[i] = nodes_[i].parent < 0 ? i : root[nodes_[i].parent];
    unknowns[root[i]] += weight(nodes_[i].pivots);
  }
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    if (!nodes_[i].joined && root[i] != static_cast<int>(i) && unknowns[root[i]] <= smallPart) join(static_cast<int>(i), root[i]);
}

/// Joins fronts with weak pivots to the fronts above: to the parent at first, then twice as many levels at each attempt.
void SparseLu::joinWeak() {
  for (std::size_t i = 0; i < fronts_.size(); ++i) {
    if (pivoting_[i] != Pivoting::weak) continue;
    int number = fronts_[i].node;
    while (nodes_[number].joined) number = nodes_[number].parent;
    for (int level = 0; level < joinedLevels_; ++level) {
      const int parent = parentOf(number);
      if (parent < 0) break;
      join(number, parent);
      number = parent;
    }
  }
  joinedLevels_ *= 2;
}

/// Returns the node that receives the contribution of a front, or -1 for a root.
int SparseLu::parentOf(int node) const {
  int parent = nodes_[node].parent;
  while (parent >= 0 && nodes_[parent].joined) parent = nodes_[parent].parent;
  return parent;
}

/// Lays out the fronts in the order of elimination, and allocates the memory.
void SparseLu::layout() {
  numberUnknowns(childrenFirst());
  const std::size_t factors = placeFactors();
  if (factors > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    failAssembly("the factors of the tangent would have " + std::to_string(factors) + " entries, more than can be numbered");
  std::size_t spare = 0;  // for additional rows
  for (const Front& front : fronts_) spare += 2 * front.pivots + front.borderSize + 6;
  linkFronts();
  const std::size_t contributions = placeContributions();
  values_.assign(factors, 0.0), packed_.assign(factors + spare, 0.0), contributions_.assign(contributions, 0.0);
  work_.assign(size_ + 1, 0.0), front_.assign(largestFront_ + 2, 0.0), pivotRows_.assign(size_, 0);
  liveBorders_ = borders_, liveRows_ = parentRows_, liveNumber_.assign(largestFront_, 0);
  pivoting_.assign(fronts_.size(), Pivoting::fine);
  slots_.clear(), slots_.reserve(pattern_.size());
  for (const auto& position : pattern_) slots_.push_back(slot(position.row, position.column));
}

/// Returns the nodes that are fronts, children before parents.
std::vector<int> SparseLu::childrenFirst() const {
  const int count = static_cast<int>(nodes_.size());
  std::vector<std::vector<int>> children(count);
  std::vector<int> stack, sequence;
  for (int i = 0; i < count; ++i) {
    if (nodes_[i].joined) continue;
    const int parent = parentOf(i);
    (parent < 0 ? stack : children[parent]).push_back(i);
  }
  while (!stack.empty()) {  // parents first, reversed afterwards
    const int number = stack.back();
    stack.pop_back();
    sequence.push_back(number);
    stack.insert(stack.end(), children[number].begin(), children[number].end());
  }
  std::reverse(sequence.begin(), sequence.end());
  return sequence;
}

/// Makes a front of each node, and numbers the unknowns front by front.
void SparseLu::numberUnknowns(const std::vector<int>& sequence) {
  fronts_.clear();
  place_.assign(size_, 0), frontOf_.assign(size_, 0);
  int next = 0;
  for (const int number : sequence) {
    Front front{};
    front.node = number, front.first = next;
    front.firstChild = front.sibling = -1;
    for (const int block : nodes_[number].pivots)
      for (const int unknown : blocks_[block]) {
        frontOf_[next] = static_cast<int>(fronts_.size());
        place_[unknown] = next++;
      }
    front.pivots = next - front.first;
    fronts_.push_back(front);
  }
}

/// Sets the borders of the fronts, and the places of their factors in values_. Returns the number of entries.
std::size_t SparseLu::placeFactors() {
  borders_.clear();
  std::size_t values = 0;
  largestFront_ = 0;
  for (Front& front : fronts_) {
    front.border = static_cast<int>(borders_.size());
    for (const int block : nodes_[front.node].border)
      for (const int unknown : blocks_[block]) borders_.push_back(place_[unknown]);
    std::sort(borders_.begin() + front.border, borders_.end());
    front.borderSize = static_cast<int>(borders_.size()) - front.border;
    front.lower = values, values += static_cast<std::size_t>(front.pivots + front.borderSize) * front.pivots;
    front.upper = values, values += static_cast<std::size_t>(front.pivots) * front.borderSize;
    largestFront_ = std::max(largestFront_, front.pivots + front.borderSize);
  }
  return values;
}

/// Returns the position in the front, pivots first, of a position in the order of elimination.
int SparseLu::rowIn(const Front& front, int position) const {
  if (position < front.first + front.pivots) return position - front.first;
  const int* first = borders_.data() + front.border;
  return front.pivots + static_cast<int>(std::lower_bound(first, first + front.borderSize, position) - first);
}

/// Sets parents, children, and the positions of borders in parents.
void SparseLu::linkFronts() {
  parentRows_.clear();
  for (std::size_t i = 0; i < fronts_.size(); ++i) {
    Front& front = fronts_[i];
    front.parentRows = static_cast<int>(parentRows_.size());
    if (parentOf(front.node) < 0) continue;
    // The parent eliminates the first unknown of the border.
    Front& parent = fronts_[frontOf_[borders_[front.border]]];
    front.sibling = parent.firstChild, parent.firstChild = static_cast<int>(i);
    for (int k = 0; k < front.borderSize; ++k) {
      parentRows_.push_back(rowIn(parent, borders_[front.border + k]));
      if (parentRows_.back() < parent.pivots) front.inParentPivots = k + 1;
    }
  }
}

/// Places the contributions on a stack: each is needed only until its parent is assembled. If there is room, a contribution is placed
/// below those of the children, otherwise above them. Returns the size of the stack.
std::size_t SparseLu::placeContributions() {
  const auto numbers = [](const Front& front) { return static_cast<std::size_t>(front.borderSize) * front.borderSize; };
  const auto end = [&](int i) { return fronts_[i].contribution + numbers(fronts_[i]); };
  std::vector<int> live;
  std::size_t most = 0;
  for (std::size_t i = 0; i < fronts_.size(); ++i) {
    Front& front = fronts_[i];
    std::size_t lowest = std::numeric_limits<std::size_t>::max(), highest = 0;
    for (int child = front.firstChild; child >= 0; child = fronts_[child].sibling) {
      lowest = std::min(lowest, fronts_[child].contribution), highest = std::max(highest, end(child));
      live.pop_back();
    }
    const std::size_t others = live.empty() ? 0 : end(live.back());
    front.contribution = lowest - others >= numbers(front) ? others : highest;
    most = std::max(most, end(static_cast<int>(i)));
    if (parentOf(front.node) >= 0) live.push_back(static_cast<int>(i));
  }
  return most;
}

int SparseLu::slot(int row, int column) const {
  const int r = place_[row], c = place_[column];
  const Front& front = fronts_[frontOf_[std::min(r, c)]];
  const int i = rowIn(front, r), j = rowIn(front, c);
  if (j < front.pivots) return static_cast<int>(front.lower) + j * (front.pivots + front.borderSize) + i;
  return static_cast<int>(front.upper) + (j - front.pivots) * front.pivots + i;
}

double* SparseLu::clear() {
  std::fill(values_.begin(), values_.end(), 0.0);
  return values_.data();
}

SparseLu::Outcome SparseLu::factorize() {
  if (refines_) keepEntries();
  bool weak = false;
  poor_ = false;
  double* packed = packed_.data();
  for (std::size_t i = 0; i < fronts_.size(); ++i) {
    Front& front = fronts_[i];
    pivoting_[i] = Pivoting::fine;
    for (int child = front.firstChild; child >= 0; child = fronts_[child].sibling)
      if (pivoting_[child] != Pivoting::fine) pivoting_[i] = Pivoting::waiting;
    if (pivoting_[i] == Pivoting::waiting) continue;
    assemble(front);
    pivoting_[i] = eliminatePivots(front);
    if (pivoting_[i] == Pivoting::singular) return Outcome::singular;
    weak = weak || pivoting_[i] == Pivoting::weak;
    if (pivoting_[i] == Pivoting::weak) continue;
    double* columns = packed;
    packed = packForward(front, columns);
    eliminateBorder(front, columns);
  }
  if (!weak && poor_ && !refines_) {
    refines_ = true;
    return Outcome::reordered;  // refinement needs the matrix, which was overwritten
  }
  if (!weak) {
    for (auto front = fronts_.rbegin(); front != fronts_.rend(); ++front) packed = packBack(*front, packed);
    return Outcome::done;
  }
  joinWeak();
  layout();
  return Outcome::reordered;
}

/// Finds the nonzero unknowns of the border, and compacts their rows and columns.
void SparseLu::findLive(Front& front) {
  const int pivots = front.pivots, border = front.borderSize, rows = pivots + border;
  double* lower = values_.data() + front.lower + pivots;
  double* upper = values_.data() + front.upper;
  int* number = liveNumber_.data();
  std::fill_n(number, border, 0);
  for (int child = front.firstChild; child >= 0; child = fronts_[child].sibling) {
    const int* to = liveRows_.data() + fronts_[child].parentRows;
    for (int i = fronts_[child].liveInParentPivots; i < fronts_[child].live; ++i) number[to[i] - pivots] = 1;
  }
  for (int p = 0; p < pivots; ++p)
    for (int k = 0; k < border; ++k) number[k] |= lower[static_cast<std::size_t>(p) * rows + k] != 0;
  front.live = front.liveInParentPivots = 0, front.inLine = true;
  for (int k = 0; k < border; ++k) {
    const double* column = upper + static_cast<std::size_t>(k) * pivots;
    for (int p = 0; p < pivots && !number[k]; ++p) number[k] = column[p] != 0;
    if (!number[k]) continue;
    const int live = front.live++;
    front.liveInParentPivots += k < front.inParentPivots;
    number[k] = live;
    liveBorders_[front.border + live] = borders_[front.border + k];
    liveRows_[front.parentRows + live] = parentRows_[front.parentRows + k];
    front.inLine = front.inLine && borders_[front.border + k] == front.first + pivots + live;
    if (live == k) continue;
    for (int p = 0; p < pivots; ++p) {
      double* row = lower + static_cast<std::size_t>(p) * rows;
      row[live] = row[k];
      upper[static_cast<std::size_t>(live) * pivots + p] = column[p];
    }
  }
}

/// Adds the contributions of the children to the assembled matrix.
void SparseLu::assemble(Front& front) {
  findLive(front);
  const int rows = front.pivots + front.borderSize, live = front.live;
  double* lower = values_.data() + front.lower;
  double* upper = values_.data() + front.upper;
  double* contribution = contributions_.data() + front.contribution;
  std::fill_n(contribution, static_cast<std::size_t>(live) * live, 0.0);
  for (int child = front.firstChild; child >= 0; child = fronts_[child].sibling) {
    const double* from = contributions_.data() + fronts_[child].contribution;
    int* to = liveRows_.data() + fronts_[child].parentRows;
    const int n = fronts_[child].live, pivots = fronts_[child].liveInParentPivots;
    for (int i = pivots; i < n; ++i) to[i] = front.pivots + liveNumber_[to[i] - front.pivots];
    for (int j = 0; j < pivots; ++j, from += n) {
      double* column = lower + static_cast<std::size_t>(to[j]) * rows;
      for (int i = 0; i < n; ++i) column[to[i]] += from[i];
    }
    for (int j = pivots; j < n; ++j, from += n) {
      const int at = to[j] - front.pivots;
      double* column = upper + static_cast<std::size_t>(at) * front.pivots;
      for (int i = 0; i < pivots; ++i) column[to[i]] += from[i];
      column = contribution + static_cast<std::size_t>(at) * live - front.pivots;
      for (int i = pivots; i < n; ++i) column[to[i]] += from[i];
    }
  }
}

/// Factorises the pivots with row exchanges among them, and computes the contribution to the border.
SparseLu::Pivoting SparseLu::eliminatePivots(Front& front) {
  const int pivots = front.pivots, end = pivots + front.live, rows = pivots + front.borderSize;
  double* lower = values_.data() + front.lower;
  int* order = pivotRows_.data() + front.first;
  std::iota(order, order + pivots, 0);
  front.inOrder = true;
  for (int p = 0; p < pivots; ++p) {
    double* column = lower + static_cast<std::size_t>(p) * rows;
    int best = p;
    double largest = std::abs(column[p]);
    for (int i = p + 1; i < pivots; ++i)
      if (std::abs(column[i]) > largest) largest = std::abs(column[i]), best = i;
    double below = largest;
    for (int i = pivots; i < end; ++i) below = std::max(below, std::abs(column[i]));
    if (!(below > smallestPivot) || !std::isfinite(below)) {
      singular_ = static_cast<int>(std::find(place_.begin(), place_.end(), front.first + p) - place_.begin());
      return Pivoting::singular;
    }
    if (largest < weakPivot * below) {
      if (pivots < largestJoined || largest < uselessPivot * below) return Pivoting::weak;
      poor_ = true;
    }
    if (best != p) {
      std::swap(order[p], order[best]);
      front.inOrder = false;
      for (int j = 0; j < pivots; ++j)
        std::swap(lower[static_cast<std::size_t>(j) * rows + p], lower[static_cast<std::size_t>(j) * rows + best]);
    }
    column[p] = 1 / column[p];
    const auto scaled = [f = uniform(column[p])](const auto& x) { return x * f; };
    each(end - p - 1, column + p + 1, scaled, column + p + 1);
    for (int j = p + 1; j < pivots; ++j) {
      double* target = lower + static_cast<std::size_t>(j) * rows;
      const double factor = target[p];
      if (factor == 0) continue;
      subtract(target + p + 1, column + p + 1, end - p - 1, factor);
    }
  }
  return Pivoting::fine;
}

/// Eliminates the pivots, given their packed columns, from the columns of the border.
void SparseLu::eliminateBorder(const Front& front, const double* columns) {
  const int pivots = front.pivots, border = front.live;
  const int* pivot = pivotRows_.data() + front.first;
  double* v = front_.data();
  for (int j = 0; j < border; ++j) {
    double* upper = values_.data() + front.upper + static_cast<std::size_t>(j) * pivots;
    double* contribution = contributions_.data() + front.contribution + static_cast<std::size_t>(j) * border;
    if (std::all_of(upper, upper + pivots, [](double x) { return x == 0; })) continue;
    for (int p = 0; p < pivots; ++p) v[p] = upper[pivot[p]];
    std::copy_n(contribution, border, v + pivots);
    takeOut(v, pivots, pivots + border, columns);
    std::copy_n(v, pivots, upper);
    std::copy_n(v + pivots, border, contribution);
  }
}

std::size_t SparseLu::bytes() const {
  std::size_t sum = bytesOf(pattern_, blocks_, nodes_, place_, frontOf_, fronts_, borders_, parentRows_, slots_, pivotRows_) +
                    bytesOf(liveBorders_, liveRows_, liveNumber_, values_, packed_, contributions_, work_, front_, pivoting_) +
                    bytesOf(entries_, right_);
  for (const Node& node : nodes_) sum += bytesOf(node.pivots, node.border);
  return sum;
}

std::size_t SparseLu::used() const {
  std::size_t sum = 0;
  for (const Front& front : fronts_) sum += static_cast<std::size_t>(front.pivots) * (front.pivots + 2 * front.live);
  return sum;
}

/// Packs the factors of a front for the forward substitution. Factors are read in storage order, each once, because memory bandwidth
/// limits the solution of large systems. Pivots are taken in fours, so that an unknown is read and written a quarter as often.
double* SparseLu::packForward(const Front& front, double* to) const {
  const int pivots = front.pivots, end = pivots + front.live;
  const std::size_t stride = pivots + front.borderSize;
  const double* lower = values_.data() + front.lower;
  for (int p = 0; p < pivots; p += 4) {
    const int count = std::min(4, pivots - p);
    const double* group = lower + p * stride + p;
    for (int i = 1; i < count; ++i)
      for (int n = 0; n < i; ++n) *to++ = group[n * stride + i];
    to = packColumns(group + count, stride, count, end - p - count, to);
  }
  return to;
}

/// The same for the backward substitution.
double* SparseLu::packBack(const Front& front, double* to) const {
  const int pivots = front.pivots;
  const std::size_t stride = pivots + front.borderSize;
  const double* lower = values_.data() + front.lower;
  for (int k = 0; k < front.live; k += 4)
    to = packColumns(values_.data() + front.upper + static_cast<std::size_t>(k) * pivots, pivots, std::min(4, front.live - k), pivots, to);
  for (int end = pivots, count; end > 0; end -= count) {
    count = std::min(4, end);
    const int first = end - count;
    for (int i = end - 1; i >= first; --i)
      for (int n = end - 1; n >= i; --n) *to++ = lower[n * stride + i];
    to = packColumns(lower + first * stride, stride, count, first, to);
  }
  return to;
}

/// Saves the assembled matrix, each entry once.
void SparseLu::keepEntries() {
  std::vector<char> seen(values_.size(), 0);
  entries_.clear();
  for (std::size_t i = 0; i < slots_.size(); ++i)
    if (!std::exchange(seen[slots_[i]], 1)) entries_.push_back({pattern_[i], values_[slots_[i]]});
}

/// If pivots are weak, one step of refinement restores the lost digits: A d = b − A x (Skeel, Math. Comp. 35 (1980), 817-832).
void SparseLu::solve(double* x) {
  if (!poor_) return solveOnce(x);
  right_.assign(x, x + size_);
  solveOnce(x);
  for (const auto& [at, value] : entries_) right_[at.row] -= value * x[at.column];
  solveOnce(right_.data());
  for (int i = 0; i < size_; ++i) x[i] += right_[i];
}

void SparseLu::solveOnce(double* x) {
  double* work = work_.data();
  double* v = front_.data();
  const double* from = packed_.data();
  for (int i = 0; i < size_; ++i) work[place_[i]] = x[i];
  for (const Front& front : fronts_) {
    const int pivots = front.pivots, border = front.live;
    const int* at = liveBorders_.data() + front.border;
    double* y = work + front.first;
    if (front.inOrder && front.inLine) {
      from = takeOut(y, pivots, pivots + border, from);
      continue;
    }
    const int* pivot = pivotRows_.data() + front.first;
    for (int p = 0; p < pivots; ++p) v[p] = y[pivot[p]];
    for (int i = 0; i < border; ++i) v[pivots + i] = work[at[i]];
    from = takeOut(v, pivots, pivots + border, from);
    for (int p = 0; p < pivots; ++p) y[p] = v[p];
    for (int i = 0; i < border; ++i) work[at[i]] = v[pivots + i];
  }
  for (auto front = fronts_.rbegin(); front != fronts_.rend(); ++front) {
    const int pivots = front->pivots, border = front->live;
    const int* at = liveBorders_.data() + front->border;
    double* y = work + front->first;
    if (!front->inLine)
      for (int i = 0; i < border; ++i) v[i] = work[at[i]];
    from = putIn(y, pivots, front->inLine ? y + pivots : v, border, from);
  }
  for (int i = 0; i < size_; ++i) x[i] = work[place_[i]];
}

}  // namespace slipstick
