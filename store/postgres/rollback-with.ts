/** An error that rolls back its transaction; `instead` is then the result. */
export abstract class RollbackWith<Instead> extends Error {
  readonly instead: Instead;

  constructor(instead: Instead) {
    super('It was not done, and what was done for it is taken back.');
    this.instead = instead;
  }
}
