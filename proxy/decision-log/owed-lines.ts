/** The most characters of lines that are held; calls that were under way when the journal failed come to far less. */
const MAX_CHARACTERS = 33_554_432;

/** The maximum characters of one write: a write that fails again repeats no more than this. */
const WRITE_CHARACTERS = 1_048_576;

/**
 * Lines that the journal refused, of calls that a provider was sent. They are written again, unchanged, once it takes
 * lines: an event that was kept after all is a repetition then, and counts once. The memory that they take is bounded;
 * what does not fit is let go.
 */
export class OwedLines {
  readonly #lines: string[] = [];
  #characters = 0;

  /** The number of lines that are held. */
  get size(): number {
    return this.#lines.length;
  }

  /** Holds the lines; false where there is no room for them, so that they are lost. */
  add(lines: readonly string[]): boolean {
    const characters = charactersOf(lines);
    if (this.#characters + characters > MAX_CHARACTERS) return false;
    this.#characters += characters;
    for (const line of lines) this.#lines.push(line);
    return true;
  }

  /**
   * Writes the held lines, oldest first, until a write fails. Lines in a write stay here until they are stored.
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

/** The number of the first lines that fit into one write: at least one. */
function fitting(lines: readonly string[]): number {
  let characters = 0;
  const end = lines.findIndex(({ length }) => (characters += length) > WRITE_CHARACTERS);
  return end === -1 ? lines.length : Math.max(1, end);
}
