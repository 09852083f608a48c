/** Several failures as one, whose message begins with those of the first. */

const SAID_MAX = 3;

export class SeveralErrors extends AggregateError {
  constructor(errors: readonly unknown[]) {
    const said = errors.slice(0, SAID_MAX).map(String).join('; ');
    super(errors, `${errors.length} failures: ${said}`);
  }
}
