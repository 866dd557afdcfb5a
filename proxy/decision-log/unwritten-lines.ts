/** The maximum characters of held lines. Calls that are in flight when the journal fails need far less. */
const MAX_CHARACTERS = 33_554_432;

/** The maximum characters of one write: a write that fails again repeats no more than this. */
const WRITE_CHARACTERS = 1_048_576;

/**
 * Lines that the journal refused, of calls that were sent to a provider. They are written again, unchanged, when the
 * journal accepts lines: an event that was stored after all is then a repetition, and counts once. Their memory is
 * bounded, and lines that do not fit are lost.
 */
export class UnwrittenLines {
  readonly #lines: string[] = [];
  #characters = 0;

  /** The number of held lines. */
  get size(): number {
    return this.#lines.length;
  }

  /** Holds lines; false if they do not fit, so that they are lost. */
  add(lines: readonly string[]): boolean {
    const characters = charactersOf(lines);
    if (this.#characters + characters > MAX_CHARACTERS) return false;
    this.#characters += characters;
    for (const line of lines) this.#lines.push(line);
    return true;
  }

  /**
   * Writes the held lines, oldest first, until a write fails. Lines stay here until their write has succeeded.
   * @throws the error of the first write that fails
   */
  async writeAll(append: (lines: readonly string[]) => Promise<void>): Promise<void> {
    while (this.#lines.length > 0) {
      const piece = this.#lines.slice(0, fitting(this.#lines));
      await append(piece);
      this.#lines.splice(0, piece.length);
      this.#characters -= charactersOf(piece);
    }
  }
}

function charactersOf(lines: readonly string[]): number {
  return lines.reduce((sum, { length }) => sum + length, 0);
}

/** The number of lines, from the first one, that fit into one write; at least one. */
function fitting(lines: readonly string[]): number {
  let characters = 0;
  const end = lines.findIndex(({ length }) => (characters += length) > WRITE_CHARACTERS);
  return end === -1 ? lines.length : Math.max(1, end);
}
