/** A place in a line. Its owner keeps it, and joins and leaves with it as often as it likes. */
export class Place<Owner> {
  readonly owner: Owner;
  isTaken = false;
  ahead: Place<Owner> | undefined;
  behind: Place<Owner> | undefined;

  constructor(owner: Owner) {
    this.owner = owner;
  }
}

/** A queue in the order of joining. Joining and leaving allocate nothing: a `Set` makes a new table again and again. */
export class WaitingLine<Owner> {
  #first: Place<Owner> | undefined;
  #last: Place<Owner> | undefined;

  /** Undefined if nobody waits. */
  get first(): Owner | undefined {
    return this.#first?.owner;
  }

  /** Joins at the end, unless the place is taken. */
  join(place: Place<Owner>): void {
    if (place.isTaken) return;
    place.isTaken = true;
    place.ahead = this.#last;
    if (this.#last === undefined) this.#first = place;
    else this.#last.behind = place;
    this.#last = place;
  }

  /** Leaves from anywhere in the line. */
  leave(place: Place<Owner>): void {
    if (!place.isTaken) return;
    const { ahead, behind } = place;
    if (ahead === undefined) this.#first = behind;
    else ahead.behind = behind;
    if (behind === undefined) this.#last = ahead;
    else behind.ahead = ahead;
    place.isTaken = false;
    place.ahead = undefined;
    place.behind = undefined;
  }
}
