/** An error that rolls its transaction back: `instead` is the result. */
export abstract class RollbackWith<Instead> extends Error {
  readonly instead: Instead;

  constructor(instead: Instead) {
    super('It was not done, and what was done for it is taken back.');
    this.instead = instead;
  }
}
