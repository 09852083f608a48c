/**
 * Converts failures so that their messages and stacks are encrypted like every payload: they may name a customer's data.
 * CommonJS, because the SDK loads it by `require`, also outside of what is built.
 */
// oxlint-disable-next-line typescript/no-require-imports -- See above.
const { DefaultFailureConverter } = require('@temporalio/common');

exports.failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
