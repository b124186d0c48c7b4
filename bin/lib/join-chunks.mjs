/**
 * Which chunks of a build belong in one file, so that a page is a few requests and not a hundred: the name of the file of each module. A build
 * makes a chunk of what the same pages share, so none ever loads what it does not need; here chunks are joined as long as what a page then
 * loads too much is worth the request it saves.
 *
 * A chunk has `fileName`, `moduleIds`, `imports` and `dynamicImports` (names of files), `bytes` (gzipped), `isEntry` (loaded by itself) and
 * `mayJoin`. `judge` tells of an entry, by what is loaded once it is there (its chunks), its `weight` among the visits and the `room` for
 * bytes it may load too many.
 */
export function joinChunks(chunks, judge) {
  const state = readState(chunks, judge);
  // What costs nearly nothing first: otherwise the room of a page would be taken by the first two large chunks.
  for (let price = cheapest; price <= dearest; price *= 2) while (joinBest(state, price));
  const names = new Map();
  const joined = state.groups
    .filter(({ mayJoin }) => mayJoin)
    .sort((a, b) => (a.moduleIds[0] < b.moduleIds[0] ? -1 : 1));
  for (const [index, { moduleIds }] of joined.entries()) for (const id of moduleIds) names.set(id, `shared-${index}`);
  return names;
}

/** Bytes that a request may cost, in the first round and in the last. */
const cheapest = 500;
const dearest = 64_000;
/** What a chunk needs only because it is a file of its own: names it takes and gives, and what its words have in common with other files. */
const wrapping = 200;

function readState(chunks, judge) {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const visits = [...loadedWith(chunks, byFile)].map(([entry, files]) => {
    const loaded = [...files].map((file) => byFile.get(file));
    return { files, ...judge(byFile.get(entry), loaded) };
  });
  const groups = chunks.map((chunk) => ({
    files: [chunk.fileName],
    moduleIds: chunk.moduleIds,
    bytes: Math.max(60, chunk.bytes - wrapping),
    mayJoin: chunk.mayJoin,
    visits: visits.reduce(
      (bits, { files }, index) => (files.has(chunk.fileName) ? bits | (1n << BigInt(index)) : bits),
      0n,
    ),
  }));
  const groupOf = new Map(groups.flatMap((group) => group.files.map((file) => [file, group])));
  return {
    byFile,
    groups,
    groupOf,
    rooms: visits.map(({ room }) => room),
    weigh: weigher(visits.map(({ weight }) => weight)),
  };
}

/** For each entry all files that are loaded once it is: what it imports, and what was there before whoever asks for it could ask. */
function loadedWith(chunks, byFile) {
  const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
  const importsOfFile = (file) => byFile.get(file)?.imports ?? [];
  const own = new Map(entries.map((entry) => [entry, filesFrom(entry, importsOfFile)]));
  const askers = askersOf(own, byFile);
  const loaded = new Map([...own].filter(([entry]) => askers.get(entry).length === 0));
  for (let before = -1, now = 0; before !== now; ) {
    before = now;
    for (const [entry, files] of own) {
      const known = askers.get(entry).flatMap((asker) => loaded.get(asker) ?? []);
      if (known.length > 0) loaded.set(entry, files.union(known.reduce((a, b) => a.intersection(b))));
    }
    now = [...loaded.values()].reduce((sum, files) => sum + files.size, 0);
  }
  return loaded;
}

/** For each entry the entries with a file that asks for it later. */
function askersOf(own, byFile) {
  const askers = new Map([...own.keys()].map((entry) => [entry, []]));
  for (const [entry, files] of own) {
    const asked = [...files].flatMap((file) => byFile.get(file)?.dynamicImports ?? []);
    for (const other of asked) if (other !== entry) askers.get(other)?.push(entry);
  }
  return askers;
}

function filesFrom(start, next) {
  const seen = new Set();
  const todo = [start];
  for (let one = todo.pop(); one !== undefined; one = todo.pop()) {
    if (seen.has(one)) continue;
    seen.add(one);
    todo.push(...next(one));
  }
  return seen;
}

/** The weight of a set of visits, which is the bits of a number. */
function weigher(weights) {
  const known = new Map([[0n, 0]]);
  return (bits) => {
    let sum = known.get(bits);
    if (sum === undefined) {
      sum = weights.reduce((total, weight, index) => ((bits >> BigInt(index)) & 1n ? total + weight : total), 0);
      known.set(bits, sum);
    }
    return sum;
  };
}

/** Joins the two groups that are worth most at a price of a request; false where none are worth it. */
function joinBest(state, price) {
  const round = { ...state, price, reach: reacher(state) };
  let best;
  for (const { a, b, atMost } of candidates(round)) {
    if (best && atMost <= best.gain) break;
    const gain = atMost - loss(round, a.visits & ~b.visits, b) - loss(round, b.visits & ~a.visits, a);
    if (gain > (best?.gain ?? 0) && fits(round, a, b) && !isCircle(round, a, b)) best = { a, b, gain };
  }
  if (best) join(round, best.a, best.b);
  return best !== undefined;
}

/** Pairs that some visit loads both of, by what joining them is worth if neither brings anything along. */
function candidates({ groups, weigh, price }) {
  const free = groups.filter(({ mayJoin }) => mayJoin);
  const found = [];
  for (const [index, a] of free.entries())
    for (const b of free.slice(0, index)) {
      const both = a.visits & b.visits;
      if (both === 0n) continue;
      const atMost = price * weigh(both) - b.bytes * weigh(a.visits & ~both) - a.bytes * weigh(b.visits & ~both);
      if (atMost > 0) found.push({ a, b, atMost });
    }
  return found.sort((one, other) => other.atMost - one.atMost);
}

/** What `visits` lose by all that comes along with a group which they did not load so far, beside the group itself. */
function loss({ weigh, reach, price }, visits, group) {
  if (visits === 0n) return 0;
  let sum = 0;
  for (const other of reach(group)) if (other !== group) sum += (other.bytes + price) * weigh(visits & ~other.visits);
  return sum;
}

function fits({ rooms, reach }, a, b) {
  const extra = new Map();
  const all = a.visits | b.visits;
  for (const group of reach(a).union(reach(b)))
    for (const visit of bitsOf(all & ~group.visits)) extra.set(visit, (extra.get(visit) ?? 0) + group.bytes);
  return [...extra].every(([visit, bytes]) => bytes <= rooms[visit]);
}

/** Whether one would need the other through a third, so that joined they would need a file that needs them. */
function isCircle(round, a, b) {
  const through = (from, to) => [...importsOf(round, from)].some((group) => group !== to && round.reach(group).has(to));
  return through(a, b) || through(b, a);
}

function join({ reach, rooms, groupOf, groups }, a, b) {
  const visits = a.visits | b.visits;
  for (const group of reach(a).union(reach(b))) {
    for (const visit of bitsOf(visits & ~group.visits)) rooms[visit] -= group.bytes;
    group.visits |= visits;
  }
  a.files.push(...b.files);
  a.moduleIds = [...a.moduleIds, ...b.moduleIds];
  a.bytes += b.bytes;
  for (const file of b.files) groupOf.set(file, a);
  groups.splice(groups.indexOf(b), 1);
}

function importsOf({ byFile, groupOf }, group) {
  const found = new Set();
  for (const file of group.files)
    for (const imported of byFile.get(file).imports) if (groupOf.has(imported)) found.add(groupOf.get(imported));
  found.delete(group);
  return found;
}

/** A group with all that it needs, remembered. */
function reacher(state) {
  const known = new Map();
  return (group) => {
    let found = known.get(group);
    if (!found) {
      found = filesFrom(group, (one) => importsOf(state, one));
      known.set(group, found);
    }
    return found;
  };
}

function bitsOf(bits) {
  const found = [];
  for (let index = 0, left = bits; left > 0n; index++, left >>= 1n) if (left & 1n) found.push(index);
  return found;
}
