/** The limits of the service. */
export const MAX_REQUEST_HOURS = 168
/** Of a reason and of a note. */
export const MAX_TEXT_LENGTH = 200
