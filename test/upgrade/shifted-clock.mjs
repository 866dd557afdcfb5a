// Shifts the clock of a process of an earlier version by SHIFT_MS, so that it serves calls of another day.
const shift = Number(process.env.SHIFT_MS);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shift);
    else super(...given);
  }

  static now() {
    return RealDate.now() + shift;
  }
};
