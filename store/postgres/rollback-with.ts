/** Thrown in a transaction, it takes back what was done so far: `instead` is what became of it. */
export abstract class RollbackWith<Instead> extends Error {
  readonly instead: Instead;

  constructor(instead: Instead) {
    super('It was not done, and what was done for it is taken back.');
    this.instead = instead;
  }
}
