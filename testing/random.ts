/** A source of random choices that are equal for equal seeds. */
export interface Random {
  /** A whole number in `[min, max]`. */
  whole(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** Some of the items in random order, at least `min`. */
  some<Item>(items: readonly Item[], min: number): Item[];
  shuffled<Item>(items: readonly Item[]): Item[];
}

/** Creates a Mulberry32 generator with a 32-bit seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const unit = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (min: number, max: number): number => min + Math.floor(unit() * (max - min + 1));
  const shuffled = <Item>(items: readonly Item[]): Item[] => {
    const rest = [...items];
    const mixed: Item[] = [];
    while (rest.length > 0) mixed.push(...rest.splice(whole(0, rest.length - 1), 1));
    return mixed;
  };
  return {
    whole,
    chance: (probability) => unit() < probability,
    pick: (items) => items[whole(0, items.length - 1)]!,
    some: (items, min) => shuffled(items).slice(0, whole(min, items.length)),
    shuffled,
  };
}
