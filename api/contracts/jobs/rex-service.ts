/** Id of the service that the REX/SOO page uses. */

export const REX_SERVICE = 'rex-soo-submission';
