/**
 * Folders of one parent that import each other in a circle. The files in the parent itself count as one more folder,
 * `.`. They may import from another folder, or that folder may import from them, but not both.
 *
 * @param {readonly (readonly [string, string])[]} imports
 *   pairs of the importing and the imported file, with `/` between folders
 * @returns {{ folder: string, rooms: string[], imports: string[] }[]}
 *   the circles, sorted by parent, with the imports that close them
 */
export function findKnots(imports) {
  return foldersOf(imports).flatMap((folder) => {
    const between = imports
      .filter((pair) => pair.every((file) => file.startsWith(`${folder}/`)))
      .map(([from, to]) => ({ from, to, room: roomOf(folder, from), other: roomOf(folder, to) }))
      .filter(({ room, other }) => room !== other);
    return circlesOf(between).map((rooms) => ({
      folder,
      rooms,
      imports: between
        .filter(({ room, other }) => rooms.includes(room) && rooms.includes(other))
        .map(({ from, to }) => `${from} → ${to}`)
        .sort(),
    }));
  });
}

function foldersOf(imports) {
  const folders = imports.flat().flatMap((file) => {
    const parts = file.split('/').slice(0, -1);
    return parts.map((_, depth) => parts.slice(0, depth + 1).join('/'));
  });
  return [...new Set(folders)].sort();
}

function roomOf(folder, file) {
  const [room, ...rest] = file.slice(folder.length + 1).split('/');
  return rest.length === 0 ? '.' : room;
}

/** The sets of two or more folders in which each folder reaches all others through imports. */
function circlesOf(between) {
  const next = new Map();
  for (const { room, other } of between) next.set(room, (next.get(room) ?? new Set()).add(other));
  const reached = new Map([...next.keys()].map((room) => [room, reachedFrom(room, next)]));
  const circles = new Map();
  for (const [room, others] of reached) {
    const circle = [...others].filter((other) => reached.get(other)?.has(room)).sort();
    if (circle.length > 1) circles.set(circle.join(), circle);
  }
  return [...circles.values()];
}

function reachedFrom(start, next) {
  const reached = new Set();
  const waiting = [start];
  for (let room = waiting.pop(); room !== undefined; room = waiting.pop())
    for (const other of next.get(room) ?? []) {
      if (reached.has(other)) continue;
      reached.add(other);
      waiting.push(other);
    }
  return reached;
}
