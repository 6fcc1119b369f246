/** The overview is offered to roles that may call one of these. */
export const OVERVIEW_ENDPOINTS = ['/overview', '/throttle', '/event', '/system']
