interface Flight<Value> {
  result: Promise<Value>;
  waiting: number;
  stop: AbortController;
}

/** Work that many ask for at once is done once for all of them, and no longer than one of them still waits. */
export class SingleFlight<Value> {
  readonly #flights = new Map<string, Flight<Value>>();

  /**
   * Joins the work under way for a key, or begins it.
   *
   * @param work gets the signal that tells it that nobody waits any more
   * @param gone aborted when this one does not wait any more
   * @throws what `work` throws, for all who wait
   */
  async join(key: string, work: (signal: AbortSignal) => Promise<Value>, gone: AbortSignal): Promise<Value> {
    const flight = this.#flights.get(key) ?? this.#begin(key, work);
    flight.waiting += 1;
    const leave = () => {
      flight.waiting -= 1;
      if (flight.waiting > 0) return;
      this.#end(key, flight);
      flight.stop.abort();
    };
    gone.addEventListener("abort", leave, { once: true });
    try {
      return await flight.result;
    } finally {
      gone.removeEventListener("abort", leave);
    }
  }

  #begin(key: string, work: (signal: AbortSignal) => Promise<Value>): Flight<Value> {
    const stop = new AbortController();
    const flight: Flight<Value> = { result: work(stop.signal), waiting: 0, stop };
    this.#flights.set(key, flight);
    const end = () => this.#end(key, flight);
    flight.result.then(end, end);
    return flight;
  }

  #end(key: string, flight: Flight<Value>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
