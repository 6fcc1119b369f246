// Generated from docs/reference/openapi.json by npm run docs. Do not edit.
// 20a72ac09ed66a97b79f9ddee72947588e394006f573510197180f8480c95165
export interface paths {
    readonly "/api/v1/login": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Log in
         * @description The only way to obtain a token. The fields are checked, then the captcha, then the credentials. Every attempt is logged. `method` chooses one of the enabled login methods; a login method with two requests checks the captcha in the first one. `GET /api/v1/app-config` says which methods require a captcha.
         */
        readonly post: operations["login"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/getCaptcha": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a captcha
         * @description A captcha is valid for one attempt and two minutes. Letter case is ignored. Every request creates a new captcha.
         */
        readonly get: operations["getCaptcha"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/captcha": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a captcha
         * @description A captcha is valid for one attempt and two minutes. Letter case is ignored. Every request creates a new captcha.
         */
        readonly get: operations["getCaptchaAlias"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/health": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get the state of the service */
        readonly get: operations["getHealth"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/app-config": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get what a login page needs */
        readonly get: operations["getAppConfig"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/jwks.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the public keys of tokens
         * @description A JWK Set (RFC 7517) without envelope. Empty if tokens are signed with a secret (HS256).
         */
        readonly get: operations["getJwks"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/getinfo": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get what a front end needs after a login */
        readonly get: operations["getInfo"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/user/profile": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get your own profile */
        readonly get: operations["getOwnProfile"];
        /**
         * Change your own profile
         * @description Only operators can change fields other than the name and the e-mail address. If one-time codes are sent to the e-mail address, a new one requires a login within the last ten minutes.
         */
        readonly put: operations["changeOwnProfile"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/user/pwd/set": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Change your own password
         * @description Revokes all of the user's tokens, including the one of this request.
         */
        readonly put: operations["changeOwnPassword"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/user/session": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List your active sessions
         * @description The newest first.
         */
        readonly get: operations["listOwnSessions"];
        readonly put?: never;
        readonly post?: never;
        /** End all of your sessions except the one of this request */
        readonly delete: operations["endOtherOwnSessions"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/user/session/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** End one of your sessions */
        readonly delete: operations["endOwnSession"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/data-scope": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get your own data scope
         * @description Which rows you may see: `all`, `some` (rows of these departments, or rows that `userId` owns), or `none` with the reason. Treat every other response as `none`. With the `ETag` of an earlier response in `If-None-Match`, the status is 304 if nothing has changed.
         */
        readonly get: operations["getOwnDataScope"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/permission/check": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Check which requests the caller may make
         * @description Returns one boolean per request, in the same order.
         */
        readonly post: operations["checkPermissions"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/logout": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Log out
         * @description Revokes the token on every node before the response is sent.
         */
        readonly post: operations["logout"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sys-user": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List users */
        readonly get: operations["listUsers"];
        readonly put?: never;
        /** Add a user */
        readonly post: operations["addUser"];
        /**
         * Delete users
         * @description All or none.
         */
        readonly delete: operations["deleteUsers"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sys-user/status": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Enable or disable users
         * @description All or none.
         */
        readonly put: operations["setStatusOfUsers"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sys-user/role": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Give users another role
         * @description All or none, for ever or until a time. Ends all sessions of the users whose role changes.
         */
        readonly put: operations["setRoleOfUsers"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sys-user/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get a user */
        readonly get: operations["getUser"];
        /**
         * Change a user
         * @description Changes the fields that are sent. Another username, role, end of the role or data scope, other login methods, disabling, and `pwdChangeDue` end all sessions of the user.
         */
        readonly put: operations["changeUser"];
        readonly post?: never;
        /** Delete a user */
        readonly delete: operations["deleteUser"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sys-user/{id}/password": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Set the password of a user
         * @description Ends all sessions of the user.
         */
        readonly put: operations["setUserPassword"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sys-user/{id}/status": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /** Enable or disable a user */
        readonly put: operations["setUserStatus"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/role": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List roles
         * @description Operators with a limited data scope see the roles that they may assign.
         */
        readonly get: operations["listRoles"];
        readonly put?: never;
        /**
         * Add a role
         * @description Without `dataScope`, the role has the data scope `5`, own data only: an operator with this role sees no user but themselves.
         */
        readonly post: operations["addRole"];
        /**
         * Delete roles and their rules
         * @description All or none.
         */
        readonly delete: operations["deleteRoles"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/role/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get a role */
        readonly get: operations["getRole"];
        /**
         * Change a role
         * @description Changes the fields that are sent. Another key or data scope, and disabling the role, end the sessions of its users.
         */
        readonly put: operations["changeRole"];
        readonly post?: never;
        /** Delete a role and its rules */
        readonly delete: operations["deleteRole"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/role/{id}/sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Count the active sessions of a role
         * @description Returns what `DELETE /session` with the `roleId` would end.
         */
        readonly get: operations["countRoleSessions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/role/{id}/copy": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Copy a role with its rules
         * @description The copy has the data scope, departments, status, remark and rules of the role, and no users. Requires the permission for `POST /policy` too.
         */
        readonly post: operations["copyRole"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/dept": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List departments */
        readonly get: operations["listDepartments"];
        readonly put?: never;
        /**
         * Add a department
         * @description Operators with a limited data scope add departments below those in their scope.
         */
        readonly post: operations["addDepartment"];
        /**
         * Delete departments
         * @description All or none.
         */
        readonly delete: operations["deleteDepartments"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/dept/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get a department */
        readonly get: operations["getDepartment"];
        /**
         * Change or move a department
         * @description Changes the fields that are sent. With another parent, everything below it moves too. Operators with a limited data scope need both parents and everything below the department in their scope, and must be allowed to change the users whose data changes. Nobody can move, enable or disable their own department or one above it.
         */
        readonly put: operations["changeDepartment"];
        readonly post?: never;
        /** Delete a department */
        readonly delete: operations["deleteDepartment"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/deptTree": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the tree of departments
         * @description Departments in a cycle or below a missing department are only in the list of departments.
         */
        readonly get: operations["getDepartmentTree"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/data-scope/explain": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Explain whether a user sees the rows of a department
         * @description Also needs the permission for `GET /api/v1/sys-user`. Users and departments outside your own data scope do not exist for you.
         */
        readonly get: operations["explainDataScope"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/policy": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List rules */
        readonly get: operations["listRules"];
        readonly put?: never;
        /**
         * Add rules
         * @description All or nothing. Existing rules are not counted.
         */
        readonly post: operations["addRules"];
        /**
         * Delete rules
         * @description All or nothing.
         */
        readonly delete: operations["deleteRules"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/policy/change": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Add and delete rules
         * @description All or nothing, and one entry in the audit log. `POST /api/v1/policy/preview` takes the same body. To undo the change, add what it has removed and remove what it has added.
         */
        readonly post: operations["changeRules"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/policy/import": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Import rules from CSV
         * @description All or nothing, at most 8 MB and 100,000 rules.
         */
        readonly post: operations["importRules"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/policy/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Export all rules as CSV */
        readonly get: operations["exportRules"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/session": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List active sessions
         * @description The newest first.
         */
        readonly get: operations["listSessions"];
        readonly put?: never;
        readonly post?: never;
        /**
         * End sessions
         * @description Takes `ids`, `userIds` (all sessions of several users), or the filters of the list: all sessions that match are ended, or none. With `roleId`, these are the sessions of the users of the role, including your own if you have the role.
         */
        readonly delete: operations["endSessions"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/session/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** End a session */
        readonly delete: operations["endSession"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/throttle": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List logins that have to wait
         * @description The longest wait first.
         */
        readonly get: operations["listThrottles"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Release logins
         * @description All or none.
         */
        readonly delete: operations["releaseThrottles"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/throttle/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Release a login
         * @description The failures no longer count.
         */
        readonly delete: operations["releaseThrottle"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sys-login-log": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the login log
         * @description The newest entries first.
         */
        readonly get: operations["listLoginLog"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete entries of the login log
         * @description All or none.
         */
        readonly delete: operations["deleteLoginLogEntries"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sys-login-log/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Export the login log as CSV */
        readonly get: operations["exportLoginLog"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sys-login-log/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get an entry of the login log */
        readonly get: operations["getLoginLogEntry"];
        readonly put?: never;
        readonly post?: never;
        /** Delete an entry of the login log */
        readonly delete: operations["deleteLoginLogEntry"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/audit-log": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the audit log
         * @description The newest entries first.
         */
        readonly get: operations["listAuditLog"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/audit-log/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Export the audit log as CSV */
        readonly get: operations["exportAuditLog"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/audit-log/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get an entry of the audit log */
        readonly get: operations["getAuditLogEntry"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/exclusion": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the exclusion list
         * @description The endpoints that skip the permission check, and why.
         */
        readonly get: operations["listExclusions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/route": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List all routes
         * @description The routes of the service, of the app that embeds it and of upstream services, with their checks and classes, and the entries of the exclusion list that open more than these.
         */
        readonly get: operations["listRoutes"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/login/code": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Request a one-time code
         * @description Sends a one-time code to the e-mail address or phone number of the user. The response is the same for users who do not exist, may not log in with a code or have no address. The numbers of codes per username, address and network are limited.
         */
        readonly post: operations["requestLoginCode"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/login/oidc/{provider}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Start a login with OpenID Connect
         * @description Returns the URL of the identity provider to which the browser navigates. The provider sends the browser back to the redirect URI of the settings, with `code`, `state` and perhaps `iss`, which the login request takes.
         */
        readonly get: operations["startOidcLogin"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/login/passkey": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Start a login with a passkey
         * @description Pass `options` to `navigator.credentials.get`, and its result with `uuid` to the login. Both are valid for one attempt and five minutes.
         */
        readonly post: operations["startPasskeyLogin"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/user/passkey/options": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Start the registration of a passkey
         * @description Requires a login within the last ten minutes. Pass `options` to `navigator.credentials.create`, and its result with `uuid` to `POST /api/v1/user/passkey` within five minutes.
         */
        readonly post: operations["startPasskeyRegistration"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/user/passkey": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Register a passkey
         * @description Requires a login within the last ten minutes, and `secondFactorCode` if the user has a second factor: a login with a passkey needs no other factor.
         */
        readonly post: operations["addPasskey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/user/passkey/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Rename a passkey
         * @description Requires a login within the last ten minutes.
         */
        readonly put: operations["renamePasskey"];
        readonly post?: never;
        /**
         * Remove a passkey
         * @description Requires a login within the last ten minutes. Ends all of the user's sessions except the one of this request.
         */
        readonly delete: operations["removePasskey"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sys-user/{id}/passkey/{passkeyId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove a passkey of a user
         * @description Ends all sessions of the user.
         */
        readonly delete: operations["removePasskeyOfUser"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/forgotten-password": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Request a link to set a new password
         * @description Sends a link to the e-mail address or phone number of the user. The response is the same for accounts that do not exist, are disabled, have no address, or have a password that is kept elsewhere. The numbers of messages per account, address and network are limited.
         */
        readonly post: operations["requestPasswordLink"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/password-link": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Set a password over a link
         * @description The link is valid once. It ends with a newer one, and with a change of the password, the role, the addresses or the login methods of the user. The response contains no token: the user logs in with the new password. Ends all sessions of the user. Every attempt is in the login log.
         */
        readonly post: operations["setPasswordByLink"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sys-user/{id}/invitation": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a user a link to set the password
         * @description The link is valid once. The present password stays valid until then. Requires the permission to set the password.
         */
        readonly post: operations["inviteUser"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/user/login-methods": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get what you log in with */
        readonly get: operations["getOwnLoginMethods"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sys-user/{id}/login-methods": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get what a user logs in with */
        readonly get: operations["getLoginMethodsOfUser"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sys-user/{id}/link": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Link a user to an account of a provider
         * @description The user can log in with this account from then on.
         */
        readonly post: operations["linkUser"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sys-user/{id}/link/{linkId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove a link of a user
         * @description Ends all sessions of the user.
         */
        readonly delete: operations["unlinkUser"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/user/second-factor": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Start to set up a second factor
         * @description Returns a secret for an authenticator app. The second factor is required at logins after a code has confirmed it, which must happen within 15 minutes. Requires a login within the last 10 minutes.
         */
        readonly post: operations["startSecondFactor"];
        /**
         * Remove the second factor
         * @description Requires a code of the app or a recovery code, and a login within the last 10 minutes. Revokes all of the user's tokens, including the one of this request.
         */
        readonly delete: operations["removeSecondFactor"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/user/second-factor/confirm": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Confirm the second factor with a code
         * @description Enables the second factor and returns ten recovery codes. Revokes all of the user's tokens, including the one of this request. The code is not valid for a login.
         */
        readonly post: operations["confirmSecondFactor"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/user/second-factor/recovery-codes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replace the recovery codes
         * @description The old ones are no longer valid. Requires a code of the app or a recovery code, and a login within the last 10 minutes.
         */
        readonly post: operations["renewRecoveryCodes"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sys-user/{id}/second-factor": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove the second factor of a user
         * @description For a user who has lost it. Ends all sessions of the user.
         */
        readonly delete: operations["resetSecondFactor"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/role/{id}/second-factor": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Count the users of a role with a second factor */
        readonly get: operations["countRoleSecondFactors"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/user/service-account": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List the service accounts that were given to you and wait until you accept them */
        readonly get: operations["listWaitingServiceAccounts"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/user/service-account/{id}/accept": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Accept a service account that was given to you
         * @description From then on, you answer for it, and it can log in.
         */
        readonly post: operations["acceptServiceAccount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/service-account": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List service accounts */
        readonly get: operations["listServiceAccounts"];
        readonly put?: never;
        /**
         * Add a service account
         * @description Adds a user for a program, which logs in with the login method `service`. The owner is by default the operator. Another owner has to accept the account before it can log in.
         */
        readonly post: operations["addServiceAccount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/service-account/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get a service account */
        readonly get: operations["getServiceAccount"];
        /**
         * Change the owner, the end or the networks of a service account
         * @description Changes the fields that are sent, and ends the sessions of the account. Another owner has to accept the account before it can log in again. Name, role, department and status are those of the user: `PUT /api/v1/sys-user/{id}`.
         */
        readonly put: operations["changeServiceAccount"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/service-account/{id}/secret": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Add a secret of a service account
         * @description The secret is shown only in this response. An account has at most 2 secrets.
         */
        readonly post: operations["addServiceSecret"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/service-account/{id}/secret/{secretId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove a secret of a service account
         * @description Ends all sessions of the account.
         */
        readonly delete: operations["removeServiceSecret"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/service-account/{id}/key": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Add a public key of a service account
         * @description The program logs in with assertions that it signs with the private key. An account has at most 2 public keys.
         */
        readonly post: operations["addServiceKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/service-account/{id}/key/{keyId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove a public key of a service account
         * @description Ends all sessions of the account.
         */
        readonly delete: operations["removeServiceKey"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/user/access-request": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the roles that you can request, and your last requests
         * @description The newest requests first, at most 20.
         */
        readonly get: operations["listOwnAccessRequests"];
        readonly put?: never;
        /**
         * Request a role for some hours
         * @description Somebody else has to approve it within 24 hours. The hours begin with the approval.
         */
        readonly post: operations["requestAccess"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/user/access-request/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Withdraw one of your requests */
        readonly delete: operations["withdrawAccessRequest"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/access-request": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List requests for roles
         * @description Those of the users in your data scope, the newest first.
         */
        readonly get: operations["listAccessRequests"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/access-request/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Approve or refuse a request
         * @description An approval gives the user the role for the requested hours, as `PUT /api/v1/sys-user/:id` does: you need the permission for that call too, and authority over the user and the role. Nobody decides about their own request.
         */
        readonly put: operations["decideAccessRequest"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/user/confirmation": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the confirmations that you have asked for
         * @description The newest 20, the newest first.
         */
        readonly get: operations["listOwnConfirmations"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/user/confirmation/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Withdraw a confirmation that you have asked for
         * @description Also after it was confirmed. The change is not made with it.
         */
        readonly delete: operations["withdrawConfirmation"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sys-user/{id}/suspension": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Restore a suspended user, or keep the user disabled
         * @description Only for users with the role `admin` other than the two, who have logged in within the last ten minutes. It needs no confirmation. `restore` enables the user again, which needs a role without an end.
         */
        readonly put: operations["decideSuspension"];
        /**
         * Suspend an administrator, and yourself
         * @description Only with `administration.fourEyes.operations`, and only for users with the role `admin`. It disables both at once and ends their sessions, without a confirmation. Another administrator, or a command, then decides about each. Until then, nothing else changes them.
         */
        readonly post: operations["suspendUser"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/confirmation": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List confirmations
         * @description The newest first. Only for users with the role `admin`.
         */
        readonly get: operations["listConfirmations"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/confirmation/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Confirm or refuse a change
         * @description Only for users with the role `admin` who have neither asked for the change nor are concerned by it. To confirm requires a login within the last ten minutes. It changes nothing: whoever asked sends the same request again.
         */
        readonly put: operations["decideConfirmation"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/menurole": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the menus of your own role
         * @description The records of the setting `menus`, without what the role may not call, and without buttons (`menuType` `F`).
         */
        readonly get: operations["getMenus"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/data-scope/preview": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Preview what users see after a change of a user, a role or a department
         * @description Changes nothing. It needs the permission for the call that makes the change, and is refused with the same reason as the change. What is outside your own data scope is not counted.
         */
        readonly post: operations["previewDataScope"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/policy/preview": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Preview a change of the policy
         * @description Compares the recorded usage with the policy in force and with the proposed one. Changes nothing. It needs the permission for the calls that make the change, and for `GET /api/v1/policy` to replace rules. A change that would be refused is refused with the same reason.
         */
        readonly post: operations["previewPolicy"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/policy/explain": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Explain whether a role or a user may make a call
         * @description Takes one of `roleKey`, `userId`, `username` and `tokenId` (the `jti` of a token, or the ID of its session). All but `roleKey` also need the permission for `GET /api/v1/sys-user`. Rules of other roles need the one for `GET /api/v1/policy`.
         */
        readonly get: operations["explainAccess"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/refusal": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Explain refused requests
         * @description Takes one of `requestId` (the `X-Request-Id` of the response), `userId`, `username` and `tokenId` (the `jti` of a token, or the ID of its session). Returns the newest refusals, at most 20, for as long as `explain.keepMinutes` keeps them. Operators see the refusals of the users in their data scope; without the permission for `GET /api/v1/sys-user`, only their own. `needed` is present if the policy allowed the request, and its handler refused it because the role has no permission for this other call; `access` is then the decision about it.
         */
        readonly get: operations["explainRefusals"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/refusal/group": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List refused requests in groups
         * @description Requests with the same reason, role, method and route form a group. The group with the newest request comes first, unless `orderBy` is sent. Operators see the refusals of the users in their data scope; without the permission for `GET /api/v1/sys-user`, only their own. Refusals are kept for `explain.keepMinutes`; in a flood, some are not recorded.
         */
        readonly get: operations["listRefusalGroups"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/refusal/request": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List refused requests
         * @description The newest first. `GET /api/v1/refusal` explains one. Operators see the refusals of the users in their data scope; without the permission for `GET /api/v1/sys-user`, only their own. Refusals are kept for `explain.keepMinutes`; in a flood, some are not recorded.
         */
        readonly get: operations["listRefusedRequests"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/policy/usage": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the rules of a role with their last use
         * @description A rule counts as used if a recorded route overlaps it. Calls of the role `admin` are not recorded.
         */
        readonly get: operations["listRulesWithUse"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/policy/compare": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Compare the rules of two roles */
        readonly get: operations["compareRoles"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/report/unused-rules": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List rules that have not been used for some days
         * @description A rule counts as used if a recorded call overlaps it. Rules that were added in these days, and rules of the role `admin`, are left out.
         */
        readonly get: operations["listUnusedRules"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/report/unused-rules/clean-up": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Remove rules that have not been used for some days
         * @description All or nothing, with one entry in the audit log. Takes either a selection or `all: true` for everything in the report, at most 5000 rules.
         */
        readonly post: operations["removeUnusedRules"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/report/covered-rules": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List rules that another rule of the same role covers */
        readonly get: operations["listCoveredRules"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/report/covered-rules/clean-up": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Remove covered rules
         * @description All or nothing, with one entry in the audit log. Takes either a selection or `all: true` for everything in the report, at most 5000 rules.
         */
        readonly post: operations["removeCoveredRules"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/report/same-rights": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List roles with the same rights
         * @description Roles with the same status and data scope whose rules allow the same calls. Roles that a setting names are left out.
         */
        readonly get: operations["listRolesWithSameRights"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/report/same-rights/clean-up": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Merge roles with the same rights
         * @description Moves the users to the role that is kept, ends their sessions, and deletes the other roles. All or nothing, with one entry in the audit log. Takes either a selection or `all: true` for everything in the report, at most 100 roles with 20000 users.
         */
        readonly post: operations["mergeRolesWithSameRights"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/report/unused-roles": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List roles without users
         * @description Roles that were created or changed, or got a rule, in these days are left out, and so are roles that a setting names.
         */
        readonly get: operations["listUnusedRoles"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/report/unused-roles/clean-up": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Delete roles without users, and their rules
         * @description All or nothing, with one entry in the audit log. Takes either a selection or `all: true` for everything in the report, at most 100 roles.
         */
        readonly post: operations["deleteUnusedRoles"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/report/idle-users": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List users without a recent login
         * @description Enabled users, service accounts included, who have not logged in for some days; of users who have never logged in, those created before. Users who were enabled in these days are left out, and so are the caller and, if all enabled admins are idle, the one who logged in last.
         */
        readonly get: operations["listIdleUsers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/report/idle-users/clean-up": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Disable users without a recent login
         * @description Ends their sessions. All or nothing, with one entry in the audit log. Takes either a selection or `all: true` for everything in the report, at most 5000 users.
         */
        readonly post: operations["disableIdleUsers"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/report/empty-scopes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List roles and users who see no rows
         * @description Roles and enabled users whose data scope resolves to none, with the reason. A role that is the cause for all of its users is listed once.
         */
        readonly get: operations["listEmptyScopes"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sys-login-log/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Verify the login log
         * @description Compares the log with its hash chain. Entries that were changed outside the service are found.
         */
        readonly get: operations["verifyLoginLog"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/audit-log/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Verify the audit log
         * @description Compares the log with its hash chain. Entries that were changed outside the service are found.
         */
        readonly get: operations["verifyAuditLog"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/event": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List events
         * @description The newest events first.
         */
        readonly get: operations["listEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/user/event-read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get up to which event you have read */
        readonly get: operations["getReadEvents"];
        /**
         * Record up to which event you have read
         * @description An id that is smaller than the recorded one changes nothing.
         */
        readonly put: operations["markEventsRead"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/event/stream": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Receive events as they happen
         * @description Server-sent events. The data of each is an event as in the list, with its text in English and without the template. After an interruption, clients send the id of the last event in the header `Last-Event-ID`, as browsers do, or in `after`, and get the events since then. Without it, only new events are sent. The stream ends when the session or the permission of the caller ends.
         */
        readonly get: operations["streamEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/overview": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get login statistics */
        readonly get: operations["getOverview"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/cluster": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the nodes
         * @description The nodes that use the same database.
         */
        readonly get: operations["getCluster"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/system": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get versions, keys and webhooks */
        readonly get: operations["getSystem"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/openapi.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get this document
         * @description Exists if the setting `apiDocs.serve` allows it.
         */
        readonly get: operations["getOpenapi"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/docs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show this document as a page
         * @description Exists if the setting `apiDocs.serve` allows it.
         */
        readonly get: operations["getDocsPage"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/docs/swagger-ui.css": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the styles of the reference page
         * @description Exists if the setting `apiDocs.serve` allows it.
         */
        readonly get: operations["getDocsStyles"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/docs/swagger-ui.js": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the script of the reference page
         * @description Exists if the setting `apiDocs.serve` allows it.
         */
        readonly get: operations["getDocsScript"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/docs/start.js": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the script that starts the reference page
         * @description Exists if the setting `apiDocs.serve` allows it.
         */
        readonly get: operations["getDocsStartScript"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/authorize": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Decide about a request for a proxy
         * @description For reverse proxies: runs the checks of a protected route for the original request, whose method and target are in
         *     `X-Forwarded-Method` and `X-Forwarded-Uri` (Traefik, Caddy), in `X-Original-Method` and `X-Original-URI` (nginx), or are those of the
         *     request itself below this path (Envoy). Every method is accepted. Unlike at all other endpoints, every refusal sets the HTTP status, because
         *     proxies decide by it. Only proxies in `application.trustProxy` may call it.
         */
        readonly get: operations["authorize"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/livez": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Liveness probe
         * @description Only the standalone service has it.
         */
        readonly get: operations["getLiveness"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/readyz": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Readiness probe
         * @description Only the standalone service has it.
         */
        readonly get: operations["getReadiness"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly AcceptServiceAccountSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["ServiceAccount"];
        };
        readonly Access: {
            readonly allowed: boolean;
            /** @enum {string} */
            readonly why: "none" | "identity" | "admin" | "excluded" | "rule" | "denied" | "role-disabled" | "user-disabled";
            readonly roleKey: string;
            readonly user?: components["schemas"]["AccessUser"];
            readonly rule?: components["schemas"]["Rule"];
            readonly missingRule?: components["schemas"]["Rule"];
            /** @description True if the missing rule also allows other calls: a segment that a rule cannot name literally became `:name`. */
            readonly allowsMore?: boolean;
            readonly routeRule?: components["schemas"]["Rule"];
            /** @description Rules that almost allow the call, at most 3 of each kind. The search is limited: in a policy with many thousands of rules, nearer rules may exist. Present if the operator may call `GET /api/v1/policy`. */
            readonly nearestRules?: readonly components["schemas"]["NearestRule"][];
            /** @description The command that would allow the call, for a POSIX shell. It adds `routeRule`, if present. */
            readonly command?: string;
        };
        readonly AccessDecision: {
            /** @enum {string} */
            readonly decision: "approve" | "refuse";
            readonly note?: string;
        };
        readonly AccessRequest: {
            readonly id: number;
            readonly userId: number;
            readonly username: string;
            readonly nickName: string;
            readonly roleId: number;
            /** @description Empty if the role was deleted. */
            readonly roleKey: string;
            /** @description Empty if the role was deleted. */
            readonly roleName: string;
            /** @description How long the user wants the role, from the approval. */
            readonly hours: number;
            readonly reason: string;
            /**
             * @description `outdated`: it waits, but nobody can approve it, because the role or the user has changed since, or the user is disabled.
             * @enum {string}
             */
            readonly status: "waiting" | "approved" | "refused" | "withdrawn" | "expired" | "outdated";
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description When a request that still waits expires. UTC.
             */
            readonly expiresAt: string;
            /** @description Who approved, refused or withdrew it. Empty while it waits. */
            readonly decidedBy: string;
            /**
             * Format: date-time
             * @description Null while it waits.
             */
            readonly decidedAt: string | null;
            /** @description Of the one who decided. */
            readonly note: string;
        };
        readonly AccessRequestPage: {
            readonly list: readonly components["schemas"]["AccessRequest"][];
            /** @description The number of all entries. */
            readonly count: number;
            /** @description Present, and true, if there are more entries than `count`. */
            readonly countCapped?: boolean;
            readonly pageIndex: number;
            /** @description A larger size than 200 is reduced to 200. */
            readonly pageSize: number;
        };
        readonly AccessUser: {
            readonly userId: number;
            readonly username: string;
            readonly pwdChangeDue: boolean;
            /**
             * Format: date-time
             * @description When the role ends. Null: it has no end.
             */
            readonly roleUntil: string | null;
        };
        readonly AddDepartmentSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["Department"];
        };
        readonly AddPasskeySuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["Passkey"];
        };
        readonly AddRoleSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["ListedRole"];
        };
        readonly AddRulesSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["AddedRules"];
        };
        readonly AddServiceAccountSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["ServiceAccount"];
        };
        readonly AddServiceKeySuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["AddedServiceKey"];
        };
        readonly AddServiceSecretSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["NewServiceSecret"];
        };
        readonly AddUserSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["User"];
        };
        readonly AddedRules: {
            readonly added: number;
        };
        readonly AddedServiceKey: {
            readonly id: number;
            /**
             * @description An RSA key (`RS256`) also verifies `PS256`.
             * @enum {string}
             */
            readonly algorithm: "EdDSA" | "ES256" | "RS256";
            /** @description SHA-256 of the key as SubjectPublicKeyInfo, in hexadecimal digits. */
            readonly fingerprint: string;
        };
        readonly AppConfig: {
            readonly sys_app_name: string;
            readonly sys_app_logo: string;
            readonly mode: string;
            /** @description False in dev, where nothing requires a captcha. `loginMethods` says it for each method. */
            readonly captchaRequired: boolean;
            /** @description In the order in which to offer them. */
            readonly loginMethods: readonly components["schemas"]["OfferedLogin"][];
            /** @description What links to set a password are sent for: `invitation` by operators, `forgotten` by “Forgot password?”. */
            readonly passwordLinks: readonly ("invitation" | "forgotten")[];
            /** @description Whether users can request roles. */
            readonly accessRequests: boolean;
            /** @description Whether changes can need the confirmation of a second administrator. */
            readonly fourEyes: boolean;
            /** @description Present while nobody has ever logged in, in the response to a program on the machine of the service that does not use a proxy. */
            readonly firstRun?: boolean;
        };
        readonly AuditLogEntry: {
            readonly id: number;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly time: string;
            /** @description 0 for commands and for the service itself. */
            readonly operatorId: number;
            readonly operator: string;
            /** @description The owner of an operator that is a service account. Empty for others. */
            readonly operatorOwner: string;
            /** @description `http`, `command`, `start`, `login` for what follows from a login, or `schedule` for what a time causes. */
            readonly source: string;
            readonly ipaddr: string;
            readonly requestId: string;
            /** @description Such as `user.create`. */
            readonly action: string;
            readonly targetKind: string;
            /** @description 0 if the target has no id. */
            readonly targetId: number;
            readonly target: string;
            /** @description The changed fields before the change, or null. */
            readonly before: unknown;
            /** @description The changed fields after the change, or null. */
            readonly after: unknown;
        };
        readonly AuditLogPage: {
            readonly list: readonly components["schemas"]["AuditLogEntry"][];
            /** @description The number of all entries. */
            readonly count: number;
            /** @description Present, and true, if there are more entries than `count`. */
            readonly countCapped?: boolean;
            readonly pageIndex: number;
            /** @description A larger size than 200 is reduced to 200. */
            readonly pageSize: number;
            /** @description The value of `after` for the next page, or null. Present if the request has `after`. */
            readonly next?: string | null;
        };
        readonly AuthorizeSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
        };
        readonly BadRequest: {
            /** @constant */
            readonly code: 400;
            /** @description A text for people. */
            readonly msg: string;
            /** @enum {string} */
            readonly reason: "captcha-wrong" | "credentials-wrong" | "old-password-wrong" | "second-factor-wrong" | "second-factor-expired" | "passkey-invalid" | "link-invalid" | "original-request-unclear" | "path-not-canonical" | "request-malformed";
        };
        readonly BodyTooLarge: {
            /** @constant */
            readonly code: 413;
            /** @description A text for people. */
            readonly msg: string;
            /** @enum {string} */
            readonly reason: "body-too-large";
        };
        readonly ChainLink: {
            readonly position: number;
            readonly hash: string;
        };
        readonly ChangeDepartmentSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["Department"];
        };
        readonly ChangeOwnPasswordSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: null;
        };
        readonly ChangeOwnProfileSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["Profile"];
        };
        readonly ChangeRoleSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["ListedRole"];
        };
        readonly ChangeRulesSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["ChangedRules"];
        };
        readonly ChangeServiceAccountSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["ServiceAccount"];
        };
        readonly ChangeUserSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["ChangedUser"];
        };
        readonly ChangedRules: {
            /** @description Without the rules that existed before. */
            readonly added: readonly components["schemas"]["Rule"][];
            readonly removed: readonly components["schemas"]["Rule"][];
        };
        readonly ChangedUser: {
            readonly userId: number;
            readonly username: string;
            readonly nickName: string;
            readonly email: string;
            readonly phone: string;
            readonly roleId: number;
            /**
             * Format: date-time
             * @description When the role ends, by the clock of the database. Null: it has no end.
             */
            readonly roleUntil: string | null;
            /** @description The role that returns at the end. `0`: the role has no end. */
            readonly formerRoleId: number;
            /** @description The department. `0`: none. */
            readonly deptId: number;
            /**
             * @description Replaces the data scope of the role, unless it is empty.
             * @enum {string}
             */
            readonly dataScope: "" | "1" | "2" | "3" | "4" | "5";
            /**
             * @description `2` enabled, `1` disabled.
             * @enum {string}
             */
            readonly status: "2" | "1";
            readonly remark: string;
            /** @description Whether the user must set a new password before doing anything else. */
            readonly pwdChangeDue: boolean;
            /** @description The login methods that the user may use. Empty: all that are enabled. */
            readonly loginMethods: readonly string[];
            /** @description Increases with every change. Send it with a change to be refused if the record has been changed since. */
            readonly revision: number;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly updatedAt: string;
            /** @description Other usernames that look alike, such as `be1a` for `bela`, at most 5. Only of users that the caller may see. */
            readonly similarNames: readonly string[];
            readonly suspension?: components["schemas"]["Suspension"];
            /**
             * Format: date-time
             * @description Null before the first login.
             */
            readonly lastLoginTime: string | null;
            /** @description The number of active sessions. */
            readonly liveSessions: number;
            readonly roleName: string;
            readonly roleKey: string;
            /** @description Whether the role of the user is within what the caller may grant. Otherwise, changes are refused. */
            readonly mayChange: boolean;
            /** @description The service accounts of the users that cannot log in because the users have no access. Only those that the caller may see. */
            readonly stoppedAccounts: readonly components["schemas"]["StoppedAccount"][];
        };
        readonly ChangedUsers: {
            readonly changed: number;
        };
        readonly CheckPermissionsSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: readonly boolean[];
        };
        readonly CleanedUp: {
            /** @description How many were cleaned up. */
            readonly done: number;
            /** @description How many are still in the report. */
            readonly left: number;
        };
        readonly Cluster: {
            /** @description The version of the newest change. */
            readonly version: number;
            readonly nodes: readonly components["schemas"]["Node"][];
        };
        readonly CodeLogin: {
            /** @constant */
            readonly method: "code";
            readonly username: string;
            /** @description As `POST /api/v1/login/code` returned it. */
            readonly uuid: string;
            /** @description The one-time code that was sent. */
            readonly code: string;
            /** @description A code of the second factor or a recovery code, if the user has a second factor. */
            readonly secondFactorCode?: string;
        };
        readonly CodeRequest: {
            /** @description The name of the user who wants to log in. */
            readonly username: string;
            /** @description The identifier of the captcha. */
            readonly uuid: string;
            /** @description The text of the captcha. */
            readonly code: string;
        };
        readonly Common: {
            readonly count: number;
            /** @description The first 1000 rules, sorted by path. */
            readonly rules: readonly components["schemas"]["CommonRule"][];
        };
        readonly CommonRule: {
            readonly path: string;
            readonly method: string;
        };
        readonly CompareRolesSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["RoleComparison"];
        };
        readonly ConfirmSecondFactorSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["RecoveryCodes"];
        };
        readonly Confirmation: {
            readonly id: number;
            /** @description What is protected about the change: operations of `administration.fourEyes.operations`, `credentials-of-confirmer` or `removal-of-confirmer`. */
            readonly kinds: readonly string[];
            /** @description Who asked for the change. */
            readonly userId: number;
            readonly username: string;
            readonly method: string;
            readonly path: string;
            readonly changes: readonly components["schemas"]["PlannedChange"][];
            readonly reach?: components["schemas"]["Reach"];
            /**
             * @description `confirmed`: the change can be made, once. `used`: it was made.
             * @enum {string}
             */
            readonly status: "waiting" | "confirmed" | "refused" | "used" | "withdrawn" | "expired";
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Until then, the change has to be confirmed and made. UTC.
             */
            readonly expiresAt: string;
            /** @description Empty while nobody has decided. */
            readonly decidedBy: string;
            /** Format: date-time */
            readonly decidedAt: string | null;
            /** @description Usernames in the changes that look like those of other users, such as `be1a` for `bela`. Only for users with the role `admin`. */
            readonly similarNames: readonly components["schemas"]["SimilarNames"][];
            /** @description Whether the caller may confirm or refuse it now. */
            readonly mayDecide: boolean;
        };
        readonly ConfirmationDecision: {
            /** @enum {string} */
            readonly decision: "confirm" | "refuse";
        };
        readonly ConfirmationPage: {
            readonly list: readonly components["schemas"]["Confirmation"][];
            /** @description The number of all entries. */
            readonly count: number;
            /** @description Present, and true, if there are more entries than `count`. */
            readonly countCapped?: boolean;
            readonly pageIndex: number;
            /** @description A larger size than 200 is reduced to 200. */
            readonly pageSize: number;
        };
        /** @description Nothing was changed: a second administrator has to confirm the change. Send the same request again after the confirmation. */
        readonly ConfirmationRequired: {
            /** @constant */
            readonly code: 409;
            /** @description A text for people. */
            readonly msg: string;
            /** @constant */
            readonly reason: "confirmation-required";
            readonly data: components["schemas"]["RequiredConfirmation"];
        };
        readonly Conflict: {
            /** @constant */
            readonly code: 409;
            /** @description A text for people. */
            readonly msg: string;
            /** @enum {string} */
            readonly reason: "recent-login-required" | "session-limit" | "all-data-required" | "password-change-due" | "second-factor-due" | "username-taken" | "username-address" | "user-unknown" | "last-admin" | "own-password" | "own-account" | "service-account" | "service-account-method" | "password-links-disabled" | "role-key-taken" | "role-unknown" | "role-held" | "role-in-use" | "admin-role-fixed" | "department-unknown" | "department-cycle" | "department-in-use" | "department-foreign" | "own-department" | "rule-unknown" | "changed-meanwhile" | "admin-only" | "own-role" | "own-role-ends" | "beyond-own-role" | "second-factor-enabled" | "second-factor-missing" | "second-factor-not-started" | "own-second-factor" | "service-account-owner" | "service-account-role" | "secret-limit" | "key-limit" | "key-taken" | "passkey-taken" | "passkey-limit" | "own-passkey" | "not-invitable" | "own-link" | "link-taken" | "confirmation-impossible" | "confirmation-decided" | "confirmation-own" | "too-few-confirmers" | "suspension-impossible" | "user-suspended" | "not-suspended" | "own-suspension" | "role-not-requestable" | "role-requested" | "request-limit" | "request-decided" | "request-outdated" | "own-request" | "service-account-request" | "report-outdated" | "not-served";
        };
        readonly CopyRoleSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["ListedRole"];
        };
        readonly CountRoleSecondFactorsSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["RoleSecondFactors"];
        };
        readonly CountRoleSessionsSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["RoleSessions"];
        };
        readonly CoveredRule: {
            readonly roleKey: string;
            /** @description Literal segments, `:name` for one segment, `/*` at the end. */
            readonly path: string;
            /** @description An HTTP method, or `*`. */
            readonly method: string;
            readonly coveredBy: components["schemas"]["Rule"];
        };
        readonly CoveredRulePage: {
            readonly list: readonly components["schemas"]["CoveredRule"][];
            /** @description The number of all entries. */
            readonly count: number;
            /** @description Present, and true, if there are more entries than `count`. */
            readonly countCapped?: boolean;
            readonly pageIndex: number;
            /** @description A larger size than 200 is reduced to 200. */
            readonly pageSize: number;
        };
        readonly CoveredRulesCleanUp: {
            readonly rules?: readonly {
                readonly roleKey: string;
                readonly path: string;
                readonly method: string;
            }[];
            /** @description Everything in the report, up to the limit. Instead of a selection. */
            readonly all?: boolean;
        };
        readonly DataScope: {
            /** @enum {string} */
            readonly kind: "all" | "none" | "some";
            /** @description With `some`. */
            readonly departments?: readonly number[];
            /** @description With `some`, if you may see the rows that you own. */
            readonly userId?: number;
            /**
             * @description With `none`.
             * @enum {string}
             */
            readonly reason?: "identity-invalid" | "scope-unknown" | "department-not-read" | "department-missing" | "department-deleted" | "department-disabled" | "department-orphaned" | "department-cycle" | "departments-missing";
            /** @description The version of the last change that is included. */
            readonly version: number;
        };
        /** @description Exactly one of the three, with the fields that change. */
        readonly DataScopeChange: {
            readonly user?: {
                readonly userId: number;
                readonly roleId?: number;
                readonly deptId?: number;
                /** @enum {string} */
                readonly dataScope?: "" | "1" | "2" | "3" | "4" | "5";
            };
            readonly role?: {
                readonly roleId: number;
                /** @enum {string} */
                readonly dataScope?: "1" | "2" | "3" | "4" | "5";
                readonly deptIds?: readonly number[];
            };
            readonly department?: {
                readonly deptId: number;
                readonly parentId?: number;
                /** @enum {string} */
                readonly status?: "2" | "1";
            };
        };
        readonly DataScopeExtent: {
            /** @description The departments that at least one of these users gains or loses. */
            readonly departments: number;
            /** @description The users in these departments, without a user who is changed. */
            readonly users: number;
        };
        readonly DataScopePreview: {
            /** @description How many enabled users see more departments. */
            readonly usersGaining: number;
            /** @description How many enabled users see fewer departments. */
            readonly usersLosing: number;
            readonly gained: components["schemas"]["DataScopeExtent"];
            readonly lost: components["schemas"]["DataScopeExtent"];
        };
        readonly DatabaseServer: {
            readonly product: string;
            readonly version: string;
        };
        readonly DecideAccessRequestSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["AccessRequest"];
        };
        readonly DecideConfirmationSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["Confirmation"];
        };
        readonly DecideSuspensionSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["User"];
        };
        readonly DeleteDepartmentSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: null;
        };
        readonly DeleteDepartmentsSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: null;
        };
        readonly DeleteLoginLogEntriesSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: null;
        };
        readonly DeleteLoginLogEntrySuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: null;
        };
        readonly DeleteRoleSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: null;
        };
        readonly DeleteRolesSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: null;
        };
        readonly DeleteRulesSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["DeletedRules"];
        };
        readonly DeleteUnusedRolesSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["CleanedUp"];
        };
        readonly DeleteUserSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["RemovedUsers"];
        };
        readonly DeleteUsersSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["RemovedUsers"];
        };
        readonly DeletedRules: {
            readonly removed: number;
        };
        readonly Department: {
            readonly deptId: number;
            /** @description The parent department. `0` at the top. */
            readonly parentId: number;
            readonly deptName: string;
            /** @description The place among the departments with the same parent. */
            readonly sort: number;
            /** @description Who leads the department. It grants nothing. */
            readonly leader: string;
            readonly phone: string;
            readonly email: string;
            /**
             * @description Users of a disabled department see no rows.
             * @enum {string}
             */
            readonly status: "2" | "1";
            /** @description Increases with every change. Send it with a change to be refused if the record has been changed since. */
            readonly revision: number;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly updatedAt: string;
        };
        readonly DepartmentChange: {
            readonly parentId?: number;
            readonly deptName?: string;
            readonly sort?: number;
            readonly leader?: string;
            readonly phone?: string;
            readonly email?: string;
            /** @enum {string} */
            readonly status?: "2" | "1";
            readonly revision?: number;
        };
        readonly DepartmentPage: {
            readonly list: readonly components["schemas"]["Department"][];
            /** @description The number of all entries. */
            readonly count: number;
            /** @description Present, and true, if there are more entries than `count`. */
            readonly countCapped?: boolean;
            readonly pageIndex: number;
            /** @description A larger size than 200 is reduced to 200. */
            readonly pageSize: number;
        };
        readonly DepartmentTree: {
            readonly id: number;
            readonly label: string;
            readonly children: readonly components["schemas"]["DepartmentTree"][];
        };
        readonly DisableIdleUsersSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["CleanedUp"];
        };
        readonly EmptyScope: {
            readonly roleId: number;
            readonly roleKey: string;
            /** @description Null if the role is the cause, so that all of its users without a data scope of their own are concerned. */
            readonly userId: number | null;
            readonly username: string | null;
            /** @description The department of the user; 0 for none. */
            readonly deptId: number;
            /** @enum {string} */
            readonly reason: "identity-invalid" | "scope-unknown" | "department-not-read" | "department-missing" | "department-deleted" | "department-disabled" | "department-orphaned" | "department-cycle" | "departments-missing";
        };
        readonly EmptyScopePage: {
            readonly list: readonly components["schemas"]["EmptyScope"][];
            /** @description The number of all entries. */
            readonly count: number;
            /** @description Present, and true, if there are more entries than `count`. */
            readonly countCapped?: boolean;
            readonly pageIndex: number;
            /** @description A larger size than 200 is reduced to 200. */
            readonly pageSize: number;
        };
        readonly EndOtherOwnSessionsSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["EndedSessions"];
        };
        readonly EndOwnSessionSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: null;
        };
        readonly EndSessionSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: null;
        };
        readonly EndSessionsSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["EndedSessions"];
        };
        readonly EndedSessions: {
            readonly ended: number;
        };
        readonly Event: {
            /** @description Increases with every event. */
            readonly id: number;
            /** @description Such as `admin.granted`. */
            readonly kind: string;
            /** @enum {string} */
            readonly severity: "info" | "warning" | "critical";
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly time: string;
            /** @description In the language of the request. */
            readonly text: string;
            /** @description The text with the names of fields in braces, such as `“{username}” has admin rights now`. */
            readonly template: string;
            /** @description What the text says, for programs. */
            readonly fields: {
                readonly [key: string]: string | number;
            };
        };
        readonly EventPage: {
            readonly list: readonly components["schemas"]["Event"][];
            /** @description The number of all entries. */
            readonly count: number;
            /** @description Present, and true, if there are more entries than `count`. */
            readonly countCapped?: boolean;
            readonly pageIndex: number;
            /** @description A larger size than 200 is reduced to 200. */
            readonly pageSize: number;
        };
        readonly EventRead: {
            readonly lastId: number;
        };
        readonly EventsRead: {
            /** @description The id of the newest event that you have read; 0 for none. */
            readonly lastId: number;
        };
        readonly Exclusion: {
            readonly method: string;
            readonly path: string;
            /** @description Why every logged-in user may call it. */
            readonly reason: string;
        };
        readonly ExplainAccessSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["Access"];
        };
        readonly ExplainDataScopeSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["ScopeCheck"];
        };
        readonly ExplainRefusalsSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["Refusals"];
        };
        readonly FailingAddress: {
            readonly ipaddr: string;
            readonly count: number;
        };
        readonly FailingName: {
            readonly username: string;
            readonly count: number;
            /** @description Whether a user has this name. */
            readonly exists: boolean;
        };
        readonly FieldError: {
            /** @description The name of the parameter, such as `rules.0.path`. Empty if the whole request is concerned. */
            readonly field: string;
            readonly message: string;
        };
        readonly Finding: {
            /** @enum {string} */
            readonly kind: "missing" | "missing-not-expired" | "anchor-missing" | "changed" | "inserted" | "anchor-mismatch" | "head-mismatch";
            readonly position: number;
            /** @description The last position of several missing entries. */
            readonly upTo: number;
            readonly problem: string;
        };
        readonly Forbidden: {
            /** @constant */
            readonly code: 403;
            /** @description A text for people. */
            readonly msg: string;
            /** @enum {string} */
            readonly reason: "proxy-not-trusted";
        };
        readonly ForgottenPassword: {
            /** @description The username, the e-mail address or the phone number. */
            readonly account: string;
            /** @description The identifier of the captcha. */
            readonly uuid: string;
            /** @description The text of the captcha. */
            readonly code: string;
        };
        readonly FourEyes: {
            /** @description What a second administrator has to confirm. Empty: nothing. */
            readonly operations: readonly string[];
            /** @description Enabled users with the role `admin` without an end, who confirm changes, and suspended ones, until somebody decides about them. */
            readonly confirmers: number;
            /** @description How many there must be; 0 if nothing has to be confirmed. With fewer, changes that need a confirmation are refused. */
            readonly requiredConfirmers: number;
            /** @description The suspended users, until an administrator who is not one of the two decides about each. */
            readonly suspended: readonly components["schemas"]["SuspendedUser"][];
        };
        readonly GetAppConfigSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["AppConfig"];
        };
        readonly GetAuditLogEntrySuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["AuditLogEntry"];
        };
        readonly GetCaptchaAliasSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            /** @description The identifier, which login takes as `uuid`. Both members have the same value. */
            readonly id: string;
            /** @description The identifier, which login takes as `uuid`. Both members have the same value. */
            readonly uuid: string;
            /** @description The picture (JPEG) or the recording (WAV) as a data URL. */
            readonly data: string;
        };
        readonly GetCaptchaSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            /** @description The identifier, which login takes as `uuid`. Both members have the same value. */
            readonly id: string;
            /** @description The identifier, which login takes as `uuid`. Both members have the same value. */
            readonly uuid: string;
            /** @description The picture (JPEG) or the recording (WAV) as a data URL. */
            readonly data: string;
        };
        readonly GetClusterSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["Cluster"];
        };
        readonly GetDepartmentSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["Department"];
        };
        readonly GetDepartmentTreeSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: readonly components["schemas"]["DepartmentTree"][];
        };
        readonly GetHealthSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: {
                /** @enum {string} */
                readonly status: "up" | "degraded";
            };
        };
        readonly GetInfoSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["Info"];
        };
        readonly GetLoginLogEntrySuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["LoginLogEntry"];
        };
        readonly GetLoginMethodsOfUserSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["UserLoginMethods"];
        };
        readonly GetMenusSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: readonly {
                readonly [key: string]: unknown;
            }[];
        };
        readonly GetOpenapiSuccess: {
            /** @constant */
            readonly openapi: "3.1.0";
            readonly info: Record<string, never>;
            readonly paths: Record<string, never>;
            readonly components: Record<string, never>;
        };
        readonly GetOverviewSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["Overview"];
        };
        readonly GetOwnDataScopeSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["DataScope"];
        };
        readonly GetOwnLoginMethodsSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["UserLoginMethods"];
        };
        readonly GetOwnProfileSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["OwnProfile"];
        };
        readonly GetReadEventsSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["EventsRead"];
        };
        readonly GetRoleSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["ListedRole"];
        };
        readonly GetServiceAccountSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["ServiceAccount"];
        };
        readonly GetSystemSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["System"];
        };
        readonly GetUserSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["User"];
        };
        readonly HeadersTooLarge: {
            /** @constant */
            readonly code: 431;
            /** @description A text for people. */
            readonly msg: string;
            /** @enum {string} */
            readonly reason: "headers-too-large";
        };
        readonly HealthDown: {
            /** @constant */
            readonly code: 503;
            /** @description A text for people. */
            readonly msg: string;
            /** @constant */
            readonly reason: "unavailable";
            readonly data: {
                /** @enum {string} */
                readonly status: "down";
            };
        };
        readonly IdleUser: {
            readonly userId: number;
            readonly username: string;
            readonly nickName: string;
            readonly roleId: number;
            readonly roleKey: string;
            /** @description The owner of a service account, empty if the owner was deleted. Null for people. */
            readonly owner: string | null;
            /**
             * Format: date-time
             * @description Null before the first login.
             */
            readonly lastLoginTime: string | null;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly createdAt: string;
        };
        readonly IdleUserPage: {
            readonly list: readonly components["schemas"]["IdleUser"][];
            /** @description The number of all entries. */
            readonly count: number;
            /** @description Present, and true, if there are more entries than `count`. */
            readonly countCapped?: boolean;
            readonly pageIndex: number;
            /** @description A larger size than 200 is reduced to 200. */
            readonly pageSize: number;
        };
        readonly IdleUsersCleanUp: {
            readonly days: number;
            /** @description Everything in the report, up to the limit. Instead of a selection. */
            readonly all?: boolean;
            readonly userIds?: readonly number[];
        };
        readonly Ids: {
            readonly ids: readonly number[];
        };
        readonly ImportRulesSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["ImportedRules"];
        };
        readonly ImportedRules: {
            readonly added: number;
            readonly read: number;
        };
        readonly Info: {
            readonly userId: number;
            readonly userName: string;
            readonly name: string;
            readonly avatar: string;
            readonly introduction: string;
            readonly deptId: number;
            readonly roles: readonly string[];
            /** @description `METHOD:path` of each rule, at most the first 2000; `*:*:*` for the role `admin`. */
            readonly permissions: readonly string[];
            /** @description Whether the role has more rules than are listed. */
            readonly permissionsTruncated: boolean;
            /** @description The same as `permissions`. */
            readonly buttons: readonly string[];
            readonly passwordMinLength: number;
        };
        readonly InternalError: {
            /** @constant */
            readonly code: 500;
            /** @description A text for people. */
            readonly msg: string;
            /** @enum {string} */
            readonly reason: "fault";
        };
        readonly InvalidParameters: {
            /** @constant */
            readonly code: 400;
            /** @description A text for people. */
            readonly msg: string;
            /** @constant */
            readonly reason: "invalid-parameters";
            readonly errors: readonly components["schemas"]["FieldError"][];
        };
        readonly InviteUserSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["SentInvitation"];
        };
        readonly Jwk: {
            /** @enum {string} */
            readonly kty: "OKP" | "EC" | "RSA";
            readonly crv?: string;
            readonly x?: string;
            readonly y?: string;
            readonly n?: string;
            readonly e?: string;
            readonly kid: string;
            /** @enum {string} */
            readonly alg: "EdDSA" | "ES256" | "RS256";
            /** @constant */
            readonly use: "sig";
        };
        readonly JwkSet: {
            readonly keys: readonly components["schemas"]["Jwk"][];
        };
        readonly LdapLogin: {
            /** @constant */
            readonly method: "ldap";
            readonly username: string;
            readonly password: string;
            /** @description The identifier of the captcha. */
            readonly uuid: string;
            /** @description The text of the captcha. */
            readonly code: string;
            /** @description A code of the second factor or a recovery code, if the user has a second factor. */
            readonly secondFactorCode?: string;
        };
        readonly LinkUserSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["UserLink"];
        };
        readonly ListAccessRequestsSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["AccessRequestPage"];
        };
        readonly ListAuditLogSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["AuditLogPage"];
        };
        readonly ListConfirmationsSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["ConfirmationPage"];
        };
        readonly ListCoveredRulesSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["CoveredRulePage"];
        };
        readonly ListDepartmentsSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["DepartmentPage"];
        };
        readonly ListEmptyScopesSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["EmptyScopePage"];
        };
        readonly ListEventsSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["EventPage"];
        };
        readonly ListExclusionsSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: readonly components["schemas"]["Exclusion"][];
        };
        readonly ListIdleUsersSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["IdleUserPage"];
        };
        readonly ListLoginLogSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["LoginLogPage"];
        };
        readonly ListOwnAccessRequestsSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["OwnAccessRequests"];
        };
        readonly ListOwnConfirmationsSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: readonly components["schemas"]["Confirmation"][];
        };
        readonly ListOwnSessionsSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: readonly components["schemas"]["Session"][];
        };
        readonly ListRefusalGroupsSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["RefusalGroupPage"];
        };
        readonly ListRefusedRequestsSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["RefusedRequestPage"];
        };
        readonly ListRolesSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["RolePage"];
        };
        readonly ListRolesWithSameRightsSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["SameRightsPage"];
        };
        readonly ListRoutesSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: readonly components["schemas"]["Route"][];
        };
        readonly ListRulesSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["RulePage"];
        };
        readonly ListRulesWithUseSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["UsedRulePage"];
        };
        readonly ListServiceAccountsSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["ServiceAccountPage"];
        };
        readonly ListSessionsSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["SessionPage"];
        };
        readonly ListThrottlesSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["ThrottlePage"];
        };
        readonly ListUnusedRolesSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["UnusedRolePage"];
        };
        readonly ListUnusedRulesSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["UnusedRulePage"];
        };
        readonly ListUsersSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["UserPage"];
        };
        readonly ListWaitingServiceAccountsSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["WaitingServiceAccounts"];
        };
        readonly ListedRole: {
            readonly roleId: number;
            readonly roleName: string;
            /** @description The key in policy rules. The role `admin` may call everything. */
            readonly roleKey: string;
            /**
             * @description `1` all data, `2` custom departments, `3` own department, `4` own department and below, `5` own data only.
             * @enum {string}
             */
            readonly dataScope: "1" | "2" | "3" | "4" | "5";
            /** @description The departments of the data scope `2`, without those outside the data scope of the operator. */
            readonly deptIds: readonly number[];
            /**
             * @description `2` enabled, `1` disabled.
             * @enum {string}
             */
            readonly status: "2" | "1";
            readonly remark: string;
            /** @description Increases with every change. Send it with a change to be refused if the record has been changed since. */
            readonly revision: number;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly updatedAt: string;
            /** @description The number of users with this role. */
            readonly users: number;
            /** @description The number of rules of this role. */
            readonly rules: number;
            /** @description Whether the caller may give the role to a user, and change users who have it. */
            readonly mayAssign: boolean;
            /** @description Whether the caller may change or delete the role. */
            readonly mayChange: boolean;
        };
        readonly LoggedOut: {
            /** @description The version of the change. */
            readonly version: number;
        };
        readonly LoginLogEntry: {
            readonly id: number;
            /** @description As it was sent, also if there is no such user. */
            readonly username: string;
            /**
             * @description `2` success, `1` failure, `3` first step of a login with a second factor: neither a success nor a failure.
             * @enum {string}
             */
            readonly status: "2" | "1" | "3";
            readonly ipaddr: string;
            readonly loginLocation: string;
            readonly browser: string;
            readonly os: string;
            readonly platform: string;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly loginTime: string;
            /** @description The user agent. */
            readonly remark: string;
            readonly msg: string;
            /** @description `logged-in`, `logged-out` or a refusal reason. */
            readonly reason: string;
            /** @description The login method. Empty for a logout, and if the request names no method that is known. */
            readonly method: string;
            /** @description Shared by the entries of a login in two steps. Empty for other entries. */
            readonly loginKey: string;
            /** @description Whether the user had logged in before, but never from this network. */
            readonly newNetwork: boolean;
            /**
             * @description What became of a first step. Empty for other entries.
             * @enum {string}
             */
            readonly secondStep: "" | "waiting" | "finished" | "unfinished";
        };
        readonly LoginLogPage: {
            readonly list: readonly components["schemas"]["LoginLogEntry"][];
            /** @description The number of all entries. */
            readonly count: number;
            /** @description Present, and true, if there are more entries than `count`. */
            readonly countCapped?: boolean;
            readonly pageIndex: number;
            /** @description A larger size than 200 is reduced to 200. */
            readonly pageSize: number;
            /** @description The value of `after` for the next page, or null. Present if the request has `after`. */
            readonly next?: string | null;
        };
        readonly LoginRequest: components["schemas"]["PasswordLogin"] | components["schemas"]["LdapLogin"] | components["schemas"]["OidcLogin"] | components["schemas"]["CodeLogin"] | components["schemas"]["PasskeyLogin"] | components["schemas"]["ServiceLogin"] | components["schemas"]["ServiceAssertionLogin"] | components["schemas"]["SecondFactorLogin"];
        readonly LoginSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            /** @description The JWT. */
            readonly token: string;
            /**
             * Format: date-time
             * @description When the token expires, in UTC.
             */
            readonly expire: string;
            /**
             * @description Present if the user has to set a new password or set up a second factor first. The token allows nothing else: other calls are refused for this reason.
             * @enum {string}
             */
            readonly due?: "password-change-due" | "second-factor-due";
        };
        readonly LoginsOfHour: {
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly time: string;
            readonly succeeded: number;
            readonly failed: number;
        };
        readonly LogoutSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["LoggedOut"];
        };
        readonly MarkEventsReadSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["EventsRead"];
        };
        readonly MergeRolesWithSameRightsSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["CleanedUp"];
        };
        readonly NearestRule: {
            readonly roleKey: string;
            readonly path: string;
            readonly method: string;
            /**
             * @description What differs from the call: the method, one segment of the path, or the role.
             * @enum {string}
             */
            readonly differs: "method" | "segment" | "role";
        };
        readonly NeededCall: {
            readonly method: string;
            readonly path: string;
        };
        readonly NewAccessRequest: {
            readonly roleId: number;
            readonly hours: number;
            /** @description What the role is needed for. */
            readonly reason: string;
        };
        readonly NewDepartment: {
            readonly parentId?: number;
            readonly deptName: string;
            readonly sort?: number;
            readonly leader?: string;
            readonly phone?: string;
            readonly email?: string;
            /** @enum {string} */
            readonly status?: "2" | "1";
        };
        readonly NewPasskey: {
            /** @description As `POST /api/v1/user/passkey/options` returned it. */
            readonly uuid: string;
            /** @description Chosen by the user, to tell several passkeys apart. */
            readonly name: string;
            readonly credential: components["schemas"]["PasskeyAttestation"];
            /** @description A code of the authenticator app or a recovery code, if the user has a second factor. */
            readonly secondFactorCode?: string;
        };
        readonly NewPassword: {
            readonly password: string;
            readonly pwdChangeDue?: boolean;
        };
        readonly NewRole: {
            readonly roleName: string;
            readonly roleKey: string;
            readonly dataScope?: string;
            /** @description The departments of the data scope `2`. */
            readonly deptIds?: readonly number[];
            /** @enum {string} */
            readonly status?: "2" | "1";
            readonly remark?: string;
        };
        readonly NewServiceAccount: {
            readonly username: string;
            readonly roleId: number;
            readonly deptId?: number;
            /** @enum {string} */
            readonly dataScope?: "" | "1" | "2" | "3" | "4" | "5";
            readonly remark?: string;
            readonly ownerId?: number;
            /** @description When the account ends. Null: it does not expire. */
            readonly expiresAt?: string | null;
            /** @description Addresses and networks, such as `10.0.0.0/16`, from which it may log in. Empty: all. */
            readonly networks?: readonly string[];
        };
        readonly NewServiceKey: {
            /** @description A public key in PEM (`BEGIN PUBLIC KEY`) or a JWK as JSON text: Ed25519, EC (P-256), or RSA of at least 2048 bits. */
            readonly publicKey: string;
        };
        readonly NewServiceSecret: {
            readonly id: number;
            /** @description Store it where the program reads it. */
            readonly secret: string;
        };
        readonly NewUser: {
            readonly username: string;
            readonly roleId: number;
            /** @enum {string} */
            readonly status?: "2" | "1";
            readonly pwdChangeDue?: boolean;
            /** @description The login methods that the user may use. Empty: all that are enabled. */
            readonly loginMethods?: readonly (("password" | "ldap" | "oidc" | "code" | "passkey" | "service") | string)[];
            /** @description The department. `0`: none. Default for a new user: the department of the operator. */
            readonly deptId?: number;
            /**
             * @description Replaces the data scope of the role, unless it is empty.
             * @enum {string}
             */
            readonly dataScope?: "" | "1" | "2" | "3" | "4" | "5";
            readonly nickName?: string;
            readonly email?: string;
            readonly phone?: string;
            readonly remark?: string;
            /** @description Required, unless the user is invited. */
            readonly password?: string;
            /** @description Whether the user gets a link by e-mail or SMS to set the password. Then there must be no `password`. */
            readonly invite?: boolean;
        };
        readonly NewUserLink: {
            readonly issuer: string;
            readonly subject: string;
        };
        readonly NewestRefusal: {
            readonly requestId: string;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly refusedAt: string;
            readonly path: string;
            readonly needed?: components["schemas"]["NeededCall"];
        };
        readonly Node: {
            readonly id: string;
            readonly name: string;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly startedAt: string;
            /** @description The version that the node has applied. */
            readonly version: number;
            /** @description The number of changes that it has not applied yet. */
            readonly lag: number;
            /** @description The age of its last heartbeat. */
            readonly seenSecondsAgo: number;
            /** @description A fingerprint of its keys. */
            readonly keys: string;
            /**
             * @description `degraded`: its keys are not those of most nodes.
             * @enum {string}
             */
            readonly status: "up" | "degraded";
        };
        readonly NotFound: {
            /** @constant */
            readonly code: 404;
            /** @description A text for people. */
            readonly msg: string;
            /** @enum {string} */
            readonly reason: "route-unknown" | "not-found";
        };
        readonly OfferedLogin: {
            /** @description `app:…`: a method that the app adds. */
            readonly method: ("password" | "ldap" | "oidc" | "code" | "passkey" | "service") | string;
            /** @description Whether this method requires a captcha. */
            readonly captchaRequired: boolean;
            /** @description Of the method `code`: where codes are sent to. */
            readonly channels?: readonly ("email" | "sms")[];
            /** @description Of the method `oidc`: the name of the provider in URLs. */
            readonly provider?: string;
            /** @description Of the method `oidc`: the name of the provider for people. Of a method of the app: its name for people. */
            readonly label?: string;
        };
        readonly OidcLogin: {
            /** @constant */
            readonly method: "oidc";
            /** @description The authorization code of the provider. */
            readonly code: string;
            /** @description As the provider returned it. */
            readonly state: string;
            /** @description As the provider returned it, if it did. */
            readonly iss?: string;
            /** @description A code of the second factor or a recovery code, if the user has a second factor. */
            readonly secondFactorCode?: string;
        };
        readonly OneSided: {
            readonly count: number;
            /** @description The first 1000 rules, sorted by path. */
            readonly rules: readonly components["schemas"]["OneSidedRule"][];
        };
        readonly OneSidedRule: {
            readonly path: string;
            readonly method: string;
            /** @description Whether a wider rule of the other role allows the same calls. */
            readonly isCovered: boolean;
        };
        readonly OpenedCounts: {
            readonly service: number;
            readonly app: number;
            readonly upstream: number;
        };
        readonly OpenedRoute: {
            readonly roleKey: string;
            readonly method: string;
            readonly path: string;
            /** @enum {string} */
            readonly origin: "service" | "app" | "upstream";
            /**
             * @description `part`: the rules cover only some paths of the route, or the role may call some anyway.
             * @enum {string}
             */
            readonly extent: "full" | "part";
            /** @description Whether it changes users, roles, departments or rules. */
            readonly administers: boolean;
        };
        readonly Overview: {
            /**
             * Format: date-time
             * @description The beginning of the first hour.
             */
            readonly from: string;
            /**
             * Format: date-time
             * @description The end of the current hour. All figures but the sessions are of this period.
             */
            readonly to: string;
            readonly hours: readonly components["schemas"]["LoginsOfHour"][];
            readonly previous: components["schemas"]["PreviousLogins"];
            readonly captchaFailures: number;
            /** @description Of all attempts. */
            readonly captchaFailureShare: number;
            /** @description Logins from networks from which the user had not logged in before. */
            readonly newNetworks: number;
            readonly failingNames: readonly components["schemas"]["FailingName"][];
            readonly failingAddresses: readonly components["schemas"]["FailingAddress"][];
            /** @description The number of active sessions. */
            readonly sessions: number;
        };
        readonly OwnAccessRequests: {
            /** @description Without the role that you have without an end. */
            readonly roles: readonly components["schemas"]["RequestableRole"][];
            readonly requests: readonly components["schemas"]["AccessRequest"][];
        };
        readonly OwnDepartment: {
            readonly deptId: number;
            /** @description Empty if the department does not exist. */
            readonly deptName: string;
        };
        readonly OwnProfile: {
            readonly user: components["schemas"]["Profile"];
            readonly roles: readonly components["schemas"]["Role"][];
            /** @description Present, and true, if the token only allows setting up a second factor. */
            readonly secondFactorDue?: boolean;
        };
        readonly Passkey: {
            readonly id: number;
            readonly name: string;
            /** @description The model of the authenticator (AAGUID); all zeros if it does not reveal it. */
            readonly aaguid: string;
            /** @description Whether the passkey is synchronized to other devices. */
            readonly backedUp: boolean;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Null before the first login.
             */
            readonly lastUsedAt: string | null;
        };
        /** @description The result of `navigator.credentials.get` as JSON (`PublicKeyCredential.toJSON`). */
        readonly PasskeyAssertion: {
            readonly id: string;
            readonly rawId: string;
            /** @enum {string} */
            readonly type: "public-key";
            readonly response: {
                readonly clientDataJSON: string;
                readonly authenticatorData: string;
                readonly signature: string;
                readonly userHandle: string;
            };
        };
        /** @description The result of `navigator.credentials.create` as JSON (`PublicKeyCredential.toJSON`). */
        readonly PasskeyAttestation: {
            readonly id: string;
            readonly rawId: string;
            /** @enum {string} */
            readonly type: "public-key";
            readonly response: {
                readonly clientDataJSON: string;
                readonly attestationObject: string;
                readonly transports?: readonly string[];
            };
        };
        readonly PasskeyChange: {
            /** @description Chosen by the user, to tell several passkeys apart. */
            readonly name: string;
        };
        readonly PasskeyLogin: {
            /** @constant */
            readonly method: "passkey";
            /** @description As `POST /api/v1/login/passkey` returned it. */
            readonly uuid: string;
            readonly credential: components["schemas"]["PasskeyAssertion"];
        };
        readonly PasskeyLoginStart: {
            /** @description The identifier of the captcha. */
            readonly uuid: string;
            /** @description The text of the captcha. */
            readonly code: string;
        };
        readonly PasswordByLink: {
            /** @description What follows `#` in the link. */
            readonly link: string;
            readonly password: string;
        };
        readonly PasswordChange: {
            readonly oldPassword: string;
            readonly newPassword: string;
        };
        readonly PasswordLogin: {
            /** @constant */
            readonly method?: "password";
            readonly username: string;
            readonly password: string;
            /** @description The identifier of the captcha. */
            readonly uuid: string;
            /** @description The text of the captcha. */
            readonly code: string;
            /** @description A code of the second factor or a recovery code, if the user has a second factor. */
            readonly secondFactorCode?: string;
        };
        readonly PasswordSetByLink: {
            readonly username: string;
        };
        readonly PermissionRequests: {
            readonly requests: readonly {
                readonly method: string;
                readonly path: string;
            }[];
        };
        readonly PlannedChange: {
            /** @description As in the audit log. */
            readonly action: string;
            /** @description Missing if it is created, or several things are changed. */
            readonly targetId?: number;
            readonly target: string;
            readonly before?: Record<string, never>;
            readonly after?: Record<string, never>;
        };
        readonly PolicyChange: {
            /** @description Rules to add. Those that exist stay as they are. */
            readonly add?: readonly {
                readonly roleKey: string;
                readonly path: string;
                readonly method: string;
            }[];
            /** @description Rules to remove. They must exist. */
            readonly remove?: readonly {
                readonly roleKey: string;
                readonly path: string;
                readonly method: string;
            }[];
            /** @description More rules as Casbin CSV: `p, role, path, method`. A line that starts with `-` is a rule to remove, all others are rules to add. */
            readonly csv?: string;
            /** @description The rules to add are the whole new policy. */
            readonly replaceAll?: boolean;
            /** @description The rules to add are all rules that these roles will have. */
            readonly replaceRoles?: readonly string[];
            /** @description Roles that will be disabled or deleted. */
            readonly disableRoles?: readonly string[];
        };
        readonly PolicyImport: {
            /** @description Casbin CSV: `p, role, path, method`. */
            readonly csv: string;
        };
        readonly PolicyPreview: {
            /** @description The setting `usage.keepDays`. 0: usage is not recorded. */
            readonly keepDays: number;
            /**
             * Format: date-time
             * @description When the oldest recorded usage began. Null: none is recorded.
             */
            readonly recordedSince: string | null;
            /** @description The number of rules that do not exist yet. */
            readonly addedRules: number;
            readonly removedRules: number;
            readonly gainCount: number;
            readonly lossCount: number;
            readonly roles: readonly components["schemas"]["RolePreview"][];
            /** @description The most frequent calls first, at most 1000. */
            readonly gains: readonly components["schemas"]["RoutePreview"][];
            /** @description The most frequent calls first, at most 1000. */
            readonly losses: readonly components["schemas"]["RoutePreview"][];
            /** @description The routes that become callable, whether or not they were called: at most 200, those of the administration first. */
            readonly opened: readonly components["schemas"]["OpenedRoute"][];
            readonly openedCounts: components["schemas"]["OpenedCounts"];
            /** @description The roles that become able to change users, roles, departments or rules. */
            readonly administeringRoles: readonly string[];
            /** @description The paths `/x` that stay closed to a role that gets `/x/*`, at most 200. */
            readonly closedParents: readonly components["schemas"]["Rule"][];
        };
        readonly PreviewDataScopeSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["DataScopePreview"];
        };
        readonly PreviewPolicySuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["PolicyPreview"];
        };
        /** @description The same figures of as many hours before. */
        readonly PreviousLogins: {
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly from: string;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly to: string;
            readonly succeeded: number;
            readonly failed: number;
            readonly captchaFailures: number;
        };
        readonly Profile: {
            readonly userId: number;
            readonly username: string;
            readonly nickName: string;
            readonly email: string;
            readonly phone: string;
            readonly roleId: number;
            /**
             * Format: date-time
             * @description When the role ends, by the clock of the database. Null: it has no end.
             */
            readonly roleUntil: string | null;
            /** @description The role that returns at the end. `0`: the role has no end. */
            readonly formerRoleId: number;
            /** @description The department. `0`: none. */
            readonly deptId: number;
            /**
             * @description Replaces the data scope of the role, unless it is empty.
             * @enum {string}
             */
            readonly dataScope: "" | "1" | "2" | "3" | "4" | "5";
            /**
             * @description `2` enabled, `1` disabled.
             * @enum {string}
             */
            readonly status: "2" | "1";
            readonly remark: string;
            /** @description Whether the user must set a new password before doing anything else. */
            readonly pwdChangeDue: boolean;
            /** @description The login methods that the user may use. Empty: all that are enabled. */
            readonly loginMethods: readonly string[];
            /** @description Increases with every change. Send it with a change to be refused if the record has been changed since. */
            readonly revision: number;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly updatedAt: string;
        };
        readonly ProfileChange: {
            readonly nickName?: string;
            readonly email?: string;
            readonly revision?: number;
        };
        /** @description Too many requests or failed logins. The header `Retry-After` has the seconds to wait. */
        readonly RateLimited: {
            /** @constant */
            readonly code: 429;
            /** @description A text for people. */
            readonly msg: string;
            /** @constant */
            readonly reason: "rate-limited";
        };
        /** @description What the change means: the changed users, those who see more data with it, and the roles whose rights it changes, before and after it, as of the request for the confirmation. What is new has no id and no `before`, what is deleted has no `after`. If this is no longer true when the change is made, another confirmation is required. Only for users with the role `admin`; missing in the list of your own. */
        readonly Reach: {
            readonly users: readonly components["schemas"]["ReachedUser"][];
            readonly roles: readonly components["schemas"]["ReachedRole"][];
        };
        readonly ReachedDepartment: {
            readonly deptId: number;
            readonly deptName: string;
        };
        /** @description The departments of the data scope 2. */
        readonly ReachedDepartments: {
            readonly count: number;
            /** @description The first ones. */
            readonly first: readonly components["schemas"]["ReachedDepartment"][];
        };
        /** @description The users who have the role or get it back, and the data that they see together. */
        readonly ReachedHolders: {
            readonly count: number;
            /** @description The usernames of the first ones. */
            readonly first: readonly string[];
            readonly scope: components["schemas"]["ReachedScope"];
        };
        readonly ReachedLink: {
            readonly issuer: string;
            readonly subject: string;
        };
        readonly ReachedRights: {
            readonly roleKey: string;
            /** @description Whether the role permits every call, whatever its rules. */
            readonly isAdmin: boolean;
            readonly ruleCount: number;
            /** @description The first ones, as `METHOD path`. */
            readonly rules: readonly string[];
        };
        readonly ReachedRole: {
            readonly roleId?: number;
            readonly before?: components["schemas"]["RoleReach"];
            readonly after?: components["schemas"]["RoleReach"];
        };
        readonly ReachedScope: {
            /**
             * @description The data that the user sees. `own`: what belongs to the user, and nothing else.
             * @enum {string}
             */
            readonly kind: "all" | "departments" | "own" | "none";
            readonly count: number;
            /** @description The first ones. */
            readonly first: readonly components["schemas"]["ReachedDepartment"][];
        };
        readonly ReachedUser: {
            readonly userId?: number;
            readonly before?: components["schemas"]["UserReach"];
            readonly after?: components["schemas"]["UserReach"];
        };
        readonly RecoveryCodes: {
            /** @description Each is valid once instead of a code of the app. They are not shown again. */
            readonly recoveryCodes: readonly string[];
        };
        readonly Refusal: {
            readonly requestId: string;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly refusedAt: string;
            readonly reason: string;
            readonly code: number;
            readonly method: string;
            /** @description Without the query and without tokens. */
            readonly path: string;
            /** @description The declared path of the route. */
            readonly route?: string;
            readonly needed?: components["schemas"]["NeededCall"];
            readonly address: string;
            readonly user?: components["schemas"]["RefusedUser"];
            /** @description The role in the token. */
            readonly roleKey?: string;
            readonly sessionId?: number;
            /** @description What the reason means, in the language of the request. */
            readonly meaning: string;
            /** @description What to do about it, in the language of the request. */
            readonly fix: string;
            readonly access?: components["schemas"]["Access"];
        };
        readonly RefusalFacetValue: {
            readonly value: string;
            readonly count: number;
        };
        /** @description The most frequent values of each filter, among the requests that match the other filters. */
        readonly RefusalFacets: {
            readonly roles: readonly components["schemas"]["RefusalFacetValue"][];
            readonly routes: readonly components["schemas"]["RefusedRoute"][];
            readonly reasons: readonly components["schemas"]["RefusalFacetValue"][];
            readonly users: readonly components["schemas"]["RefusalsOfUser"][];
        };
        readonly RefusalGroup: {
            readonly reason: string;
            /** @description The role in the token. Absent without a valid token. */
            readonly roleKey?: string;
            readonly method: string;
            /** @description The declared path of the route, or the path with `:id` in place of what looks like an id. */
            readonly route: string;
            /** @description The number of requests. */
            readonly count: number;
            /** @description The number of users who sent them. */
            readonly users: number;
            readonly newest: components["schemas"]["NewestRefusal"];
            /**
             * @description Present if the permission was denied. `allowed`: the role may make the newest request, or the call that it needed, now. `missing-rule`: a rule would allow it.
             * @enum {string}
             */
            readonly now?: "allowed" | "missing-rule";
        };
        readonly RefusalGroupPage: {
            readonly list: readonly components["schemas"]["RefusalGroup"][];
            /** @description The number of all entries. */
            readonly count: number;
            /** @description Present, and true, if there are more entries than `count`. */
            readonly countCapped?: boolean;
            readonly pageIndex: number;
            /** @description A larger size than 200 is reduced to 200. */
            readonly pageSize: number;
            /** @description The number of refused requests in all groups. */
            readonly refusals: number;
            /** @description How long refusals are kept. 0: they are not recorded. */
            readonly keepMinutes: number;
            readonly facets: components["schemas"]["RefusalFacets"];
        };
        readonly Refusals: {
            /** @description How long refusals are kept. 0: they are not recorded. */
            readonly keepMinutes: number;
            readonly list: readonly components["schemas"]["Refusal"][];
        };
        readonly RefusalsOfUser: {
            readonly userId: number;
            readonly username: string;
            readonly count: number;
        };
        readonly RefusedRequest: {
            readonly requestId: string;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly refusedAt: string;
            readonly reason: string;
            readonly code: number;
            readonly method: string;
            /** @description Without the query and without tokens. */
            readonly path: string;
            readonly address: string;
            readonly user?: components["schemas"]["RefusedUser"];
            /** @description The role in the token. Absent without a valid token. */
            readonly roleKey?: string;
        };
        readonly RefusedRequestPage: {
            readonly list: readonly components["schemas"]["RefusedRequest"][];
            /** @description The number of all entries. */
            readonly count: number;
            /** @description Present, and true, if there are more entries than `count`. */
            readonly countCapped?: boolean;
            readonly pageIndex: number;
            /** @description A larger size than 200 is reduced to 200. */
            readonly pageSize: number;
        };
        readonly RefusedRoute: {
            readonly method: string;
            /** @description The declared path of the route, or the path with `:id` in place of what looks like an id. */
            readonly route: string;
            readonly count: number;
        };
        readonly RefusedUser: {
            readonly userId: number;
            readonly username: string;
        };
        readonly ReleaseThrottleSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: null;
        };
        readonly ReleaseThrottlesSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["ReleasedThrottles"];
        };
        readonly ReleasedThrottles: {
            readonly released: number;
        };
        readonly RemoveCoveredRulesSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["CleanedUp"];
        };
        readonly RemovePasskeyOfUserSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: null;
        };
        readonly RemovePasskeySuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: null;
        };
        readonly RemoveSecondFactorSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: null;
        };
        readonly RemoveServiceKeySuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: null;
        };
        readonly RemoveServiceSecretSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: null;
        };
        readonly RemoveUnusedRulesSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["CleanedUp"];
        };
        readonly RemovedUsers: {
            readonly removed: number;
            /** @description The service accounts of the users that cannot log in because the users have no access. Only those that the caller may see. */
            readonly stoppedAccounts: readonly components["schemas"]["StoppedAccount"][];
        };
        readonly RenamePasskeySuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["Passkey"];
        };
        readonly RenewRecoveryCodesSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["RecoveryCodes"];
        };
        readonly RequestAccessSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["AccessRequest"];
        };
        readonly RequestLoginCodeSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["RequestedCode"];
        };
        readonly RequestPasswordLinkSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: null;
        };
        readonly RequestTimeout: {
            /** @constant */
            readonly code: 408;
            /** @description A text for people. */
            readonly msg: string;
            /** @enum {string} */
            readonly reason: "request-malformed";
        };
        readonly RequestableRole: {
            readonly roleId: number;
            readonly roleKey: string;
            readonly roleName: string;
        };
        readonly RequestedCode: {
            /** @description The identifier of the code, which login takes as `uuid`. */
            readonly uuid: string;
        };
        readonly RequiredConfirmation: {
            readonly confirmationId: number;
        };
        readonly ResetSecondFactorSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: null;
        };
        readonly Role: {
            readonly roleId: number;
            readonly roleName: string;
            /** @description The key in policy rules. The role `admin` may call everything. */
            readonly roleKey: string;
            /**
             * @description `1` all data, `2` custom departments, `3` own department, `4` own department and below, `5` own data only.
             * @enum {string}
             */
            readonly dataScope: "1" | "2" | "3" | "4" | "5";
            /** @description The departments of the data scope `2`, without those outside the data scope of the operator. */
            readonly deptIds: readonly number[];
            /**
             * @description `2` enabled, `1` disabled.
             * @enum {string}
             */
            readonly status: "2" | "1";
            readonly remark: string;
            /** @description Increases with every change. Send it with a change to be refused if the record has been changed since. */
            readonly revision: number;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly updatedAt: string;
        };
        readonly RoleChange: {
            readonly roleName?: string;
            readonly roleKey?: string;
            readonly dataScope?: string;
            /** @description The departments of the data scope `2`. */
            readonly deptIds?: readonly number[];
            /** @enum {string} */
            readonly status?: "2" | "1";
            readonly remark?: string;
            readonly revision?: number;
        };
        readonly RoleChanges: {
            readonly ids: readonly number[];
            readonly roleId: number;
            /** @description When the role ends and the one without an end returns. Null: never. Default: never for another role; otherwise the end stays. */
            readonly roleUntil?: string | null;
        };
        readonly RoleComparison: {
            readonly onlyFirst: components["schemas"]["OneSided"];
            readonly onlySecond: components["schemas"]["OneSided"];
            readonly both: components["schemas"]["Common"];
        };
        readonly RoleCopy: {
            readonly roleName: string;
            readonly roleKey: string;
        };
        readonly RolePage: {
            readonly list: readonly components["schemas"]["ListedRole"][];
            /** @description The number of all entries. */
            readonly count: number;
            /** @description Present, and true, if there are more entries than `count`. */
            readonly countCapped?: boolean;
            readonly pageIndex: number;
            /** @description A larger size than 200 is reduced to 200. */
            readonly pageSize: number;
        };
        readonly RolePreview: {
            readonly roleKey: string;
            /** @description Null without the permission for `GET /api/v1/sys-user`. */
            readonly enabledUsers: number | null;
            readonly gainCount: number;
            readonly lossCount: number;
        };
        readonly RoleReach: {
            readonly roleKey: string;
            /** @description Whether the role permits every call, whatever its rules. */
            readonly isAdmin: boolean;
            readonly ruleCount: number;
            /** @description The first ones, as `METHOD path`. */
            readonly rules: readonly string[];
            readonly enabled: boolean;
            /** @enum {string} */
            readonly dataScope: "1" | "2" | "3" | "4" | "5";
            readonly departments: components["schemas"]["ReachedDepartments"];
            readonly holders: components["schemas"]["ReachedHolders"];
        };
        readonly RoleSecondFactors: {
            /** @description The number of users with this role. */
            readonly users: number;
            /** @description The number of those who have set up a second factor. */
            readonly withSecondFactor: number;
        };
        readonly RoleSessions: {
            readonly sessions: number;
            /** @description The number of users who have these sessions. */
            readonly users: number;
        };
        readonly RoleWithUsers: {
            readonly roleId: number;
            readonly roleName: string;
            /** @description The key in policy rules. The role `admin` may call everything. */
            readonly roleKey: string;
            /**
             * @description `1` all data, `2` custom departments, `3` own department, `4` own department and below, `5` own data only.
             * @enum {string}
             */
            readonly dataScope: "1" | "2" | "3" | "4" | "5";
            /** @description The departments of the data scope `2`, without those outside the data scope of the operator. */
            readonly deptIds: readonly number[];
            /**
             * @description `2` enabled, `1` disabled.
             * @enum {string}
             */
            readonly status: "2" | "1";
            readonly remark: string;
            /** @description Increases with every change. Send it with a change to be refused if the record has been changed since. */
            readonly revision: number;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly updatedAt: string;
            /** @description The number of users with this role. */
            readonly users: number;
        };
        readonly Route: {
            readonly method: string;
            readonly path: string;
            /**
             * @description The checks of a request: none, the identity check, or the identity and the permission check.
             * @enum {string}
             */
            readonly checks: "none" | "identity" | "both";
            /**
             * @description Whose route it is. `console` is the web console, whose pages are one route. `settings` is an entry of `permission.exclude` that opens more than the known routes, for requests that a proxy or an app asks about.
             * @enum {string}
             */
            readonly origin: "service" | "app" | "upstream" | "console" | "settings";
            /**
             * @description Who can call it: everybody (`public`), every logged-in user (`identity`, `excluded`), the roles with a rule (`policy`), or whoever the app lets in (`unguarded`). `policy` with the checks `none` is the endpoint for proxies, which decides about the original request.
             * @enum {string}
             */
            readonly class: "public" | "identity" | "excluded" | "policy" | "unguarded";
            /** @description Present if the app has declared that the handler applies the data scope of the caller. */
            readonly dataScope?: boolean;
            /** @description The entries of the exclusion list for this route. They cover all of an `excluded` route and a part of a `policy` one. */
            readonly exclusions?: readonly components["schemas"]["Exclusion"][];
        };
        readonly RoutePreview: {
            readonly roleKey: string;
            readonly method: string;
            /** @description The declared route, or the path with `:id` for segments like ids. */
            readonly route: string;
            /**
             * @description `part`: the rules cover only some paths of the route, or the role may call some anyway.
             * @enum {string}
             */
            readonly extent: "full" | "part";
            /** @description How often the role has called it. */
            readonly usedCount: number;
            /**
             * Format: date-time
             * @description UTC. Null: never.
             */
            readonly lastUsedAt: string | null;
            /** @description How often the role was refused. */
            readonly refusedCount: number;
            /**
             * Format: date-time
             * @description UTC. Null: never.
             */
            readonly lastRefusedAt: string | null;
        };
        readonly Rule: {
            readonly roleKey: string;
            /** @description Literal segments, `:name` for one segment, `/*` at the end. */
            readonly path: string;
            /** @description An HTTP method, or `*`. */
            readonly method: string;
        };
        readonly RuleChange: {
            /** @description Rules to add. Those that exist stay as they are. */
            readonly add?: readonly {
                readonly roleKey: string;
                readonly path: string;
                readonly method: string;
            }[];
            /** @description Rules to remove. They must exist. */
            readonly remove?: readonly {
                readonly roleKey: string;
                readonly path: string;
                readonly method: string;
            }[];
        };
        readonly RulePage: {
            readonly list: readonly components["schemas"]["Rule"][];
            /** @description The number of all entries. */
            readonly count: number;
            /** @description Present, and true, if there are more entries than `count`. */
            readonly countCapped?: boolean;
            readonly pageIndex: number;
            /** @description A larger size than 200 is reduced to 200. */
            readonly pageSize: number;
        };
        readonly Rules: {
            readonly rules: readonly {
                readonly roleKey: string;
                readonly path: string;
                readonly method: string;
            }[];
        };
        readonly RulesToDelete: {
            readonly rules: readonly {
                readonly roleKey: string;
                readonly path: string;
                readonly method: string;
            }[];
        };
        readonly SameRights: {
            readonly keep: components["schemas"]["RoleWithUsers"];
            /** @description The first 100 roles that a merge deletes: one clean-up deletes no more. */
            readonly remove: readonly components["schemas"]["RoleWithUsers"][];
            /** @description How many roles a merge of the whole group deletes. */
            readonly removeCount: number;
        };
        readonly SameRightsCleanUp: {
            /** @description Everything in the report, up to the limit. Instead of a selection. */
            readonly all?: boolean;
            readonly merges?: readonly {
                readonly keep: number;
                readonly remove: readonly number[];
            }[];
        };
        readonly SameRightsPage: {
            readonly list: readonly components["schemas"]["SameRights"][];
            readonly count: number;
            readonly pageIndex: number;
            readonly pageSize: number;
            /** @description How many roles a merge of all groups deletes. */
            readonly roleCount: number;
        };
        readonly ScopeCheck: {
            /** @description Whether the user sees the row. */
            readonly allowed: boolean;
            /** @enum {string} */
            readonly why: "admin" | "all" | "own-department" | "another-department" | "below" | "not-below" | "listed" | "not-listed" | "listed-unusable" | "owner" | "not-owner" | "identity-invalid" | "scope-unknown" | "department-not-read" | "department-missing" | "department-deleted" | "department-disabled" | "department-orphaned" | "department-cycle" | "departments-missing";
            readonly user: components["schemas"]["ScopeCheckUser"];
            /** @description That of the user, or else that of the role. */
            readonly dataScope: string;
            readonly department: components["schemas"]["ScopeCheckDepartment"];
            /** @description The department of the user; null if the user is in none. */
            readonly ownDepartment: components["schemas"]["OwnDepartment"] | null;
        };
        readonly ScopeCheckDepartment: {
            readonly deptId: number;
            readonly deptName: string;
        };
        readonly ScopeCheckUser: {
            readonly userId: number;
            readonly username: string;
            readonly roleKey: string;
        };
        readonly SecondFactorCode: {
            readonly code: string;
        };
        readonly SecondFactorEnrolment: {
            /** @description In base32, for an authenticator app without a camera. */
            readonly secret: string;
            /** @description The `otpauth:` address for a QR code. */
            readonly uri: string;
        };
        readonly SecondFactorLogin: {
            /** @description Of the response with the reason `second-factor-required`. */
            readonly ticket: string;
            /** @description A code of the second factor or a recovery code, if the user has a second factor. */
            readonly secondFactorCode: string;
        };
        /** @description The credentials are right, but the user has a second factor. Send `ticket` and `secondFactorCode` within five minutes. */
        readonly SecondFactorRequired: {
            /** @constant */
            readonly code: 428;
            /** @description A text for people. */
            readonly msg: string;
            /** @constant */
            readonly reason: "second-factor-required";
            /** @description To be sent with the code of the second factor. */
            readonly ticket: string;
        };
        readonly SecondFactorState: {
            readonly enabled: boolean;
            /** Format: date-time */
            readonly enabledAt: string | null;
            readonly recoveryCodesLeft: number;
            /** @description Whether the role of the user requires a second factor. */
            readonly required: boolean;
        };
        readonly SentInvitation: {
            /** @enum {string} */
            readonly channel: "email" | "sms";
            /** @description The e-mail address or the phone number. */
            readonly to: string;
        };
        readonly ServiceAccount: {
            readonly userId: number;
            readonly username: string;
            readonly roleId: number;
            readonly roleName: string;
            readonly roleKey: string;
            /**
             * Format: date-time
             * @description When the role ends, by the clock of the database. Null: it has no end.
             */
            readonly roleUntil: string | null;
            /** @description The role that returns at the end. `0`: the role has no end. */
            readonly formerRoleId: number;
            /** @description `0`: none. */
            readonly deptId: number;
            /** @description Replaces the data scope of the role, unless it is empty. */
            readonly dataScope: string;
            /**
             * @description `2` enabled, `1` disabled.
             * @enum {string}
             */
            readonly status: "2" | "1";
            readonly remark: string;
            readonly revision: number;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly createdAt: string;
            /** @description The person who answers for the account. */
            readonly ownerId: number;
            /** @description The username of the owner. Empty if the owner was deleted. */
            readonly owner: string;
            /** @description False if the owner is disabled or deleted, has a disabled role, or is refused by a directory or an identity provider. The account cannot log in. */
            readonly ownerHasAccess: boolean;
            /** @description False if somebody else has given it to the owner, who has not accepted it yet. It cannot log in. */
            readonly accepted: boolean;
            /**
             * Format: date-time
             * @description Null: it does not expire.
             */
            readonly expiresAt: string | null;
            /** @description The networks from which it may log in. Empty: all. */
            readonly networks: readonly string[];
            /**
             * Format: date-time
             * @description Null before the first login.
             */
            readonly lastLoginAt: string | null;
            /**
             * Format: date-time
             * @description The last login or request behind the permission check, up to a minute late. Null: never used.
             */
            readonly lastUsedAt: string | null;
            /** @description The network that it came from. */
            readonly lastNetwork: string | null;
            /** @description The method and the route of the last call. A login is not one. */
            readonly lastRoute: string | null;
            readonly secrets: readonly components["schemas"]["ServiceSecret"][];
            /** @description Public keys that verify its assertions. */
            readonly keys: readonly components["schemas"]["ServiceKey"][];
            /** @description Whether the role of the account is within what the caller may grant. Otherwise, changes are refused. */
            readonly mayChange: boolean;
        };
        readonly ServiceAccountChange: {
            readonly ownerId?: number;
            /** @description When the account ends. Null: it does not expire. */
            readonly expiresAt?: string | null;
            /** @description Addresses and networks, such as `10.0.0.0/16`, from which it may log in. Empty: all. */
            readonly networks?: readonly string[];
        };
        readonly ServiceAccountPage: {
            readonly list: readonly components["schemas"]["ServiceAccount"][];
            /** @description The number of all entries. */
            readonly count: number;
            /** @description Present, and true, if there are more entries than `count`. */
            readonly countCapped?: boolean;
            readonly pageIndex: number;
            /** @description A larger size than 200 is reduced to 200. */
            readonly pageSize: number;
        };
        readonly ServiceAssertionLogin: {
            /** @constant */
            readonly method: "service";
            /** @description A JWT that the service account has signed (RFC 7523): `iss` and `sub` are its name, `aud` is the setting `jwt.issuer`, `exp` is at most 60 s after `iat`, and `jti` is used once. */
            readonly assertion: string;
        };
        readonly ServiceKey: {
            readonly id: number;
            /**
             * @description An RSA key (`RS256`) also verifies `PS256`.
             * @enum {string}
             */
            readonly algorithm: "EdDSA" | "ES256" | "RS256";
            /** @description SHA-256 of the key as SubjectPublicKeyInfo, in hexadecimal digits. */
            readonly fingerprint: string;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Null before the first login.
             */
            readonly lastUsedAt: string | null;
        };
        readonly ServiceLogin: {
            /** @constant */
            readonly method: "service";
            readonly username: string;
            /** @description A secret of the service account. */
            readonly secret: string;
        };
        readonly ServiceSecret: {
            readonly id: number;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Null before the first login.
             */
            readonly lastUsedAt: string | null;
        };
        readonly Session: {
            readonly sessionId: number;
            readonly userId: number;
            readonly username: string;
            readonly roleKey: string;
            readonly ipaddr: string;
            readonly browser: string;
            readonly os: string;
            readonly platform: string;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly loginTime: string;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly expireTime: string;
            /** @description Whether it is the caller's own session. */
            readonly current: boolean;
            /** @description Whether the caller may end it. */
            readonly mayEnd: boolean;
        };
        readonly SessionPage: {
            readonly list: readonly components["schemas"]["Session"][];
            /** @description The number of all entries. */
            readonly count: number;
            /** @description Present, and true, if there are more entries than `count`. */
            readonly countCapped?: boolean;
            readonly pageIndex: number;
            /** @description A larger size than 200 is reduced to 200. */
            readonly pageSize: number;
        };
        readonly SessionsToEnd: {
            readonly ids?: readonly number[];
            readonly userId?: number;
            readonly userIds?: readonly number[];
            readonly username?: string;
            readonly roleId?: number;
            /** @description An address (`10.0.0.5`), a network (`10.0.0.0/16`, `2001:db8::/32`) or the first numbers of an address (`10.0`). */
            readonly ipaddr?: string;
            /** @description How the name of the browser begins, such as `Firefox`. Upper and lower case differ. */
            readonly browser?: string;
            /** @description How the name of the operating system begins, such as `Windows`. Upper and lower case differ. */
            readonly os?: string;
            /** @description Only sessions whose login was at least this many hours ago. */
            readonly minAgeHours?: number;
        };
        readonly SetPasswordByLinkSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["PasswordSetByLink"];
        };
        readonly SetRoleOfUsersSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["ChangedUsers"];
        };
        readonly SetStatusOfUsersSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["UsersWithStatus"];
        };
        readonly SetUserPasswordSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: null;
        };
        readonly SetUserStatusSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["ChangedUser"];
        };
        readonly SigningKey: {
            /** @description Null for the secret of the settings. */
            readonly kid: string | null;
            readonly algorithm: string;
            /**
             * @description `signing`: signs new tokens.
             * @enum {string}
             */
            readonly state: "signing" | "accepted";
        };
        readonly SimilarNames: {
            readonly username: string;
            readonly others: readonly string[];
        };
        readonly StartOidcLoginSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["StartedOidcLogin"];
        };
        readonly StartPasskeyLoginSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["StartedPasskey"];
        };
        readonly StartPasskeyRegistrationSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["StartedPasskey"];
        };
        readonly StartSecondFactorSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["SecondFactorEnrolment"];
        };
        readonly StartedOidcLogin: {
            /**
             * Format: uri
             * @description Where the user logs in.
             */
            readonly url: string;
        };
        readonly StartedPasskey: {
            /** @description To be sent with the credential. */
            readonly uuid: string;
            /** @description For `navigator.credentials`, as JSON: see `PublicKeyCredential.parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON`. */
            readonly options: Record<string, never>;
        };
        readonly StatusChange: {
            /** @enum {string} */
            readonly status: "2" | "1";
        };
        readonly StatusChanges: {
            readonly ids: readonly number[];
            /** @enum {string} */
            readonly status: "2" | "1";
        };
        readonly StoppedAccount: {
            readonly userId: number;
            readonly username: string;
            readonly ownerId: number;
        };
        readonly SuspendUserSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["User"];
        };
        readonly SuspendedUser: {
            readonly userId: number;
            readonly username: string;
            /** @description The other one of the two. */
            readonly withUserId: number;
            /** @description Empty if the other one has been deleted since. */
            readonly withUsername: string;
            /** @description Who has suspended the other: one of the two. */
            readonly byUserId: number;
        };
        /** @description Only of a suspended user, who is disabled together with another one until somebody decides about each. */
        readonly Suspension: {
            /** @description The other one of the two. */
            readonly withUserId: number;
            /** @description Empty if the other one has been deleted since. */
            readonly withUsername: string;
            /** @description Who has suspended the other: one of the two. */
            readonly byUserId: number;
        };
        readonly SuspensionDecision: {
            /** @enum {string} */
            readonly decision: "restore" | "keep";
        };
        readonly System: {
            /** @description The version of the service on this node. */
            readonly version: string;
            /** @description The version of Node.js on this node. */
            readonly nodeVersion: string;
            readonly mode: string;
            readonly database: components["schemas"]["DatabaseServer"];
            readonly keys: readonly components["schemas"]["SigningKey"][];
            readonly fourEyes: components["schemas"]["FourEyes"];
            readonly webhooks: readonly components["schemas"]["WebhookState"][];
        };
        readonly Throttle: {
            readonly id: string;
            /**
             * @description A username in a network, or a whole network.
             * @enum {string}
             */
            readonly kind: "account" | "network";
            /** @description As it was sent. Empty if the whole network has to wait. */
            readonly username: string;
            readonly network: string;
            readonly failures: number;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly lastFailure: string;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly blockedUntil: string;
        };
        readonly ThrottleIds: {
            readonly ids: readonly string[];
        };
        readonly ThrottlePage: {
            readonly list: readonly components["schemas"]["Throttle"][];
            /** @description The number of all entries. */
            readonly count: number;
            /** @description Present, and true, if there are more entries than `count`. */
            readonly countCapped?: boolean;
            readonly pageIndex: number;
            /** @description A larger size than 200 is reduced to 200. */
            readonly pageSize: number;
        };
        /** @description The caller is not logged in, or the role lacks the permission. The body has no other members; the reason is in the header `X-Castellan-Reason`. */
        readonly Unauthorized: {
            /** @constant */
            readonly code: 401;
            /** @description A text for people. */
            readonly msg: string;
        };
        readonly Unavailable: {
            /** @constant */
            readonly code: 503;
            /** @description A text for people. */
            readonly msg: string;
            /** @enum {string} */
            readonly reason: "provider-unavailable" | "message-not-sent" | "unavailable";
        };
        readonly UnlinkUserSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: null;
        };
        readonly UnsupportedMediaType: {
            /** @constant */
            readonly code: 415;
            /** @description A text for people. */
            readonly msg: string;
            /** @enum {string} */
            readonly reason: "media-type-unsupported";
        };
        readonly UnusedRolePage: {
            readonly list: readonly components["schemas"]["Role"][];
            /** @description The number of all entries. */
            readonly count: number;
            /** @description Present, and true, if there are more entries than `count`. */
            readonly countCapped?: boolean;
            readonly pageIndex: number;
            /** @description A larger size than 200 is reduced to 200. */
            readonly pageSize: number;
        };
        readonly UnusedRolesCleanUp: {
            readonly days: number;
            readonly roleIds?: readonly number[];
            /** @description Everything in the report, up to the limit. Instead of a selection. */
            readonly all?: boolean;
        };
        readonly UnusedRule: {
            readonly roleKey: string;
            /** @description Literal segments, `:name` for one segment, `/*` at the end. */
            readonly path: string;
            /** @description An HTTP method, or `*`. */
            readonly method: string;
            /**
             * Format: date-time
             * @description Null if no use is recorded.
             */
            readonly lastUsedAt: string | null;
        };
        readonly UnusedRulePage: {
            readonly list: readonly components["schemas"]["UnusedRule"][];
            readonly count: number;
            readonly pageIndex: number;
            readonly pageSize: number;
            /** @description The setting `usage.keepDays`. 0: usage is not recorded. */
            readonly keepDays: number;
            /**
             * Format: date-time
             * @description When the record of usage begins.
             */
            readonly recordedSince: string | null;
            /** @description Whether usage has been recorded for all of the days. If not, no rule is listed. */
            readonly isRecorded: boolean;
            /** @description The keys of roles whose rules are left out, because not all of their calls in these days are recorded: the first 100. */
            readonly incompleteRoles: readonly string[];
        };
        readonly UnusedRulesCleanUp: {
            readonly days: number;
            readonly rules?: readonly {
                readonly roleKey: string;
                readonly path: string;
                readonly method: string;
            }[];
            /** @description Everything in the report, up to the limit. Instead of a selection. */
            readonly all?: boolean;
        };
        readonly UsedRule: {
            readonly roleKey: string;
            /** @description Literal segments, `:name` for one segment, `/*` at the end. */
            readonly path: string;
            /** @description An HTTP method, or `*`. */
            readonly method: string;
            /**
             * Format: date-time
             * @description Null if no use is recorded.
             */
            readonly lastUsedAt: string | null;
        };
        readonly UsedRulePage: {
            readonly list: readonly components["schemas"]["UsedRule"][];
            /** @description The number of all entries. */
            readonly count: number;
            /** @description Present, and true, if there are more entries than `count`. */
            readonly countCapped?: boolean;
            readonly pageIndex: number;
            /** @description A larger size than 200 is reduced to 200. */
            readonly pageSize: number;
        };
        readonly User: {
            readonly userId: number;
            readonly username: string;
            readonly nickName: string;
            readonly email: string;
            readonly phone: string;
            readonly roleId: number;
            /**
             * Format: date-time
             * @description When the role ends, by the clock of the database. Null: it has no end.
             */
            readonly roleUntil: string | null;
            /** @description The role that returns at the end. `0`: the role has no end. */
            readonly formerRoleId: number;
            /** @description The department. `0`: none. */
            readonly deptId: number;
            /**
             * @description Replaces the data scope of the role, unless it is empty.
             * @enum {string}
             */
            readonly dataScope: "" | "1" | "2" | "3" | "4" | "5";
            /**
             * @description `2` enabled, `1` disabled.
             * @enum {string}
             */
            readonly status: "2" | "1";
            readonly remark: string;
            /** @description Whether the user must set a new password before doing anything else. */
            readonly pwdChangeDue: boolean;
            /** @description The login methods that the user may use. Empty: all that are enabled. */
            readonly loginMethods: readonly string[];
            /** @description Increases with every change. Send it with a change to be refused if the record has been changed since. */
            readonly revision: number;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly updatedAt: string;
            /** @description Other usernames that look alike, such as `be1a` for `bela`, at most 5. Only of users that the caller may see. */
            readonly similarNames: readonly string[];
            readonly suspension?: components["schemas"]["Suspension"];
            /**
             * Format: date-time
             * @description Null before the first login.
             */
            readonly lastLoginTime: string | null;
            /** @description The number of active sessions. */
            readonly liveSessions: number;
            readonly roleName: string;
            readonly roleKey: string;
            /** @description Whether the role of the user is within what the caller may grant. Otherwise, changes are refused. */
            readonly mayChange: boolean;
        };
        readonly UserChange: {
            readonly username?: string;
            readonly roleId?: number;
            /** @enum {string} */
            readonly status?: "2" | "1";
            readonly pwdChangeDue?: boolean;
            /** @description The login methods that the user may use. Empty: all that are enabled. */
            readonly loginMethods?: readonly (("password" | "ldap" | "oidc" | "code" | "passkey" | "service") | string)[];
            /** @description The department. `0`: none. Default for a new user: the department of the operator. */
            readonly deptId?: number;
            /**
             * @description Replaces the data scope of the role, unless it is empty.
             * @enum {string}
             */
            readonly dataScope?: "" | "1" | "2" | "3" | "4" | "5";
            readonly nickName?: string;
            readonly email?: string;
            readonly phone?: string;
            readonly remark?: string;
            /** @description When the role ends and the one without an end returns. Null: never. Default: never for another role; otherwise the end stays. */
            readonly roleUntil?: string | null;
            readonly revision?: number;
            readonly password?: string;
        };
        readonly UserLink: {
            readonly id: number;
            /** @description The issuer of an OpenID Connect provider, or the directory. */
            readonly issuer: string;
            /** @description The permanent identifier of the account at the issuer. */
            readonly subject: string;
            /**
             * Format: date-time
             * @description UTC.
             */
            readonly linkedAt: string;
            /**
             * Format: date-time
             * @description Null before the first login.
             */
            readonly lastLoginAt: string | null;
            /**
             * Format: date-time
             * @description Since when the issuer gives the user no access: the account is gone, disabled or without a role. Null: it does.
             */
            readonly refusedAt: string | null;
        };
        readonly UserLoginMethods: {
            /** @description Empty: all that are enabled. */
            readonly loginMethods: readonly string[];
            readonly secondFactor: components["schemas"]["SecondFactorState"];
            readonly passkeys: readonly components["schemas"]["Passkey"][];
            readonly links: readonly components["schemas"]["UserLink"][];
        };
        readonly UserPage: {
            readonly list: readonly components["schemas"]["User"][];
            /** @description The number of all entries. */
            readonly count: number;
            /** @description Present, and true, if there are more entries than `count`. */
            readonly countCapped?: boolean;
            readonly pageIndex: number;
            /** @description A larger size than 200 is reduced to 200. */
            readonly pageSize: number;
            /** @description The value of `after` for the next page, or null. Present if the request has `after`. */
            readonly next?: string | null;
        };
        readonly UserReach: {
            readonly username: string;
            /** @description Whether the user and the role are enabled. */
            readonly enabled: boolean;
            readonly role?: components["schemas"]["ReachedRights"];
            readonly returningRole?: components["schemas"]["ReachedRights"];
            readonly scope: components["schemas"]["ReachedScope"];
            readonly email: string;
            readonly phone: string;
            /** @description The login methods that the user may use. Empty: all that are enabled. */
            readonly loginMethods: readonly string[];
            readonly hasPassword: boolean;
            readonly hasSecondFactor: boolean;
            readonly passkeys: number;
            readonly links: readonly components["schemas"]["ReachedLink"][];
        };
        readonly UsersWithStatus: {
            readonly changed: number;
            /** @description The service accounts of the users that cannot log in because the users have no access. Only those that the caller may see. */
            readonly stoppedAccounts: readonly components["schemas"]["StoppedAccount"][];
        };
        readonly Verification: {
            /** @description Whether only the service has changed the log. */
            readonly intact: boolean;
            /** @description The number of entries that were read. */
            readonly verified: number;
            /** @description The number of entries that operators removed. */
            readonly removed: number;
            readonly findings: readonly components["schemas"]["Finding"][];
            readonly head: components["schemas"]["ChainLink"];
        };
        readonly VerifyAuditLogSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["Verification"];
        };
        readonly VerifyLoginLogSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["Verification"];
        };
        readonly WaitingServiceAccounts: {
            readonly list: readonly components["schemas"]["ServiceAccount"][];
        };
        readonly WebhookState: {
            readonly name: string;
            /**
             * @description `new`: no node has started with the webhook yet. `failing`: the next event could not be delivered.
             * @enum {string}
             */
            readonly status: "new" | "ok" | "failing";
            /** @description The last event that was delivered, that the webhook does not want, or that was there when the webhook was added. Null if `status` is `new`. */
            readonly lastEventId: number | null;
            /** @description The number of events after it. */
            readonly waiting: number;
            /** @description Consecutive failures of the next event. */
            readonly failures: number;
            /** Format: date-time */
            readonly nextRetry: string | null;
            /** @description Events that were deleted before they could be delivered. */
            readonly skipped: number;
        };
        readonly WithdrawAccessRequestSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["AccessRequest"];
        };
        readonly WithdrawConfirmationSuccess: {
            /** @constant */
            readonly code: 200;
            /** @description A text for people. */
            readonly msg: string;
            readonly data: components["schemas"]["Confirmation"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly login: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LoginRequest"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LoginSuccess"];
                };
            };
        };
    };
    readonly getCaptcha: {
        readonly parameters: {
            readonly query?: {
                /** @description `audio`: the captcha is spoken, for people who cannot see a picture. */
                readonly form?: "image" | "audio";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetCaptchaSuccess"];
                };
            };
        };
    };
    readonly getCaptchaAlias: {
        readonly parameters: {
            readonly query?: {
                /** @description `audio`: the captcha is spoken, for people who cannot see a picture. */
                readonly form?: "image" | "audio";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetCaptchaAliasSuccess"];
                };
            };
        };
    };
    readonly getHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Requests are handled. `degraded`: logins fail, or the keys of the nodes differ. Or a refusal by the rate limit. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetHealthSuccess"];
                };
            };
        };
    };
    readonly getAppConfig: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetAppConfigSuccess"];
                };
            };
        };
    };
    readonly getJwks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The keys, or a refusal by the rate limit. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["JwkSet"] | components["schemas"]["RateLimited"];
                };
            };
        };
    };
    readonly getInfo: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetInfoSuccess"];
                };
            };
        };
    };
    readonly getOwnProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetOwnProfileSuccess"];
                };
            };
        };
    };
    readonly changeOwnProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ProfileChange"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangeOwnProfileSuccess"];
                };
            };
        };
    };
    readonly changeOwnPassword: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PasswordChange"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangeOwnPasswordSuccess"];
                };
            };
        };
    };
    readonly listOwnSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListOwnSessionsSuccess"];
                };
            };
        };
    };
    readonly endOtherOwnSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EndOtherOwnSessionsSuccess"];
                };
            };
        };
    };
    readonly endOwnSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EndOwnSessionSuccess"];
                };
            };
        };
    };
    readonly getOwnDataScope: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetOwnDataScopeSuccess"];
                };
            };
        };
    };
    readonly checkPermissions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PermissionRequests"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CheckPermissionsSuccess"];
                };
            };
        };
    };
    readonly logout: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LogoutSuccess"];
                };
            };
        };
    };
    readonly listUsers: {
        readonly parameters: {
            readonly query?: {
                /** @description The page, from 1 (default). */
                readonly pageIndex?: number;
                /** @description Entries per page, 10 by default. A larger size than 200 is reduced to 200. */
                readonly pageSize?: number;
                /** @description The field to sort by. */
                readonly orderBy?: "userId" | "username" | "createdAt";
                /** @description Ascending by default. */
                readonly order?: "asc" | "desc";
                /** @description Selects keyset pagination: empty for the first page, then the value of `next` from the previous page. */
                readonly after?: string;
                /** @description The beginning of the username. */
                readonly username?: string;
                /** @description The whole e-mail address. */
                readonly email?: string;
                /** @description The whole phone number. */
                readonly phone?: string;
                readonly status?: "1" | "2" | "";
                readonly roleId?: number | "";
                /** @description Only users directly in this department; `0` for those in none. */
                readonly deptId?: string;
                /** @description Whether the user has set up a second factor. */
                readonly secondFactor?: "none" | "set";
                /** @description A part of the username, the name or the e-mail address. Cannot be combined with `after`. */
                readonly search?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListUsersSuccess"];
                };
            };
        };
    };
    readonly addUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewUser"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AddUserSuccess"];
                };
            };
        };
    };
    readonly deleteUsers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Ids"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeleteUsersSuccess"];
                };
            };
        };
    };
    readonly setStatusOfUsers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["StatusChanges"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SetStatusOfUsersSuccess"];
                };
            };
        };
    };
    readonly setRoleOfUsers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RoleChanges"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SetRoleOfUsersSuccess"];
                };
            };
        };
    };
    readonly getUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetUserSuccess"];
                };
            };
        };
    };
    readonly changeUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UserChange"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangeUserSuccess"];
                };
            };
        };
    };
    readonly deleteUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeleteUserSuccess"];
                };
            };
        };
    };
    readonly setUserPassword: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewPassword"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SetUserPasswordSuccess"];
                };
            };
        };
    };
    readonly setUserStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["StatusChange"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SetUserStatusSuccess"];
                };
            };
        };
    };
    readonly listRoles: {
        readonly parameters: {
            readonly query?: {
                /** @description The page, from 1 (default). */
                readonly pageIndex?: number;
                /** @description Entries per page, 10 by default. A larger size than 200 is reduced to 200. */
                readonly pageSize?: number;
                /** @description The field to sort by. */
                readonly orderBy?: "roleId" | "roleKey" | "roleName" | "createdAt";
                /** @description Ascending by default. */
                readonly order?: "asc" | "desc";
                /** @description A part of the key. */
                readonly roleKey?: string;
                /** @description A part of the name. */
                readonly roleName?: string;
                readonly status?: "1" | "2" | "";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListRolesSuccess"];
                };
            };
        };
    };
    readonly addRole: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewRole"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AddRoleSuccess"];
                };
            };
        };
    };
    readonly deleteRoles: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Ids"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeleteRolesSuccess"];
                };
            };
        };
    };
    readonly getRole: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetRoleSuccess"];
                };
            };
        };
    };
    readonly changeRole: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RoleChange"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangeRoleSuccess"];
                };
            };
        };
    };
    readonly deleteRole: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeleteRoleSuccess"];
                };
            };
        };
    };
    readonly countRoleSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CountRoleSessionsSuccess"];
                };
            };
        };
    };
    readonly copyRole: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RoleCopy"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CopyRoleSuccess"];
                };
            };
        };
    };
    readonly listDepartments: {
        readonly parameters: {
            readonly query?: {
                /** @description The page, from 1 (default). */
                readonly pageIndex?: number;
                /** @description Entries per page, 10 by default. A larger size than 200 is reduced to 200. */
                readonly pageSize?: number;
                /** @description The field to sort by. */
                readonly orderBy?: "tree" | "deptId" | "deptName";
                /** @description Ascending by default. */
                readonly order?: "asc" | "desc";
                /** @description A part of the name. */
                readonly deptName?: string;
                /** @description Only departments directly below this one; `0` for those at the top. */
                readonly parentId?: string;
                readonly status?: "1" | "2" | "";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListDepartmentsSuccess"];
                };
            };
        };
    };
    readonly addDepartment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewDepartment"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AddDepartmentSuccess"];
                };
            };
        };
    };
    readonly deleteDepartments: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Ids"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeleteDepartmentsSuccess"];
                };
            };
        };
    };
    readonly getDepartment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetDepartmentSuccess"];
                };
            };
        };
    };
    readonly changeDepartment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DepartmentChange"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangeDepartmentSuccess"];
                };
            };
        };
    };
    readonly deleteDepartment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeleteDepartmentSuccess"];
                };
            };
        };
    };
    readonly getDepartmentTree: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetDepartmentTreeSuccess"];
                };
            };
        };
    };
    readonly explainDataScope: {
        readonly parameters: {
            readonly query: {
                readonly username: string;
                /** @description The department of the row. */
                readonly deptId: number;
                /** @description The owner of the row, if it is the user. */
                readonly owner?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExplainDataScopeSuccess"];
                };
            };
        };
    };
    readonly listRules: {
        readonly parameters: {
            readonly query?: {
                /** @description The page, from 1 (default). */
                readonly pageIndex?: number;
                /** @description Entries per page, 10 by default. A larger size than 200 is reduced to 200. */
                readonly pageSize?: number;
                readonly roleKey?: string;
                readonly path?: string;
                readonly method?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListRulesSuccess"];
                };
            };
        };
    };
    readonly addRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Rules"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AddRulesSuccess"];
                };
            };
        };
    };
    readonly deleteRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RulesToDelete"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeleteRulesSuccess"];
                };
            };
        };
    };
    readonly changeRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RuleChange"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangeRulesSuccess"];
                };
            };
        };
    };
    readonly importRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PolicyImport"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ImportRulesSuccess"];
                };
            };
        };
    };
    readonly exportRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The file, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/csv": string;
                    readonly "application/json": components["schemas"]["Unauthorized"] | components["schemas"]["Conflict"] | components["schemas"]["RateLimited"];
                };
            };
        };
    };
    readonly listSessions: {
        readonly parameters: {
            readonly query?: {
                /** @description The page, from 1 (default). */
                readonly pageIndex?: number;
                /** @description Entries per page, 10 by default. A larger size than 200 is reduced to 200. */
                readonly pageSize?: number;
                readonly userId?: number | "";
                /** @description The whole name, in upper or lower case. */
                readonly username?: string;
                readonly roleId?: number | "";
                /** @description An address (`10.0.0.5`), a network (`10.0.0.0/16`, `2001:db8::/32`) or the first numbers of an address (`10.0`). */
                readonly ipaddr?: string;
                /** @description How the name of the browser begins, such as `Firefox`. Upper and lower case differ. */
                readonly browser?: string;
                /** @description How the name of the operating system begins, such as `Windows`. Upper and lower case differ. */
                readonly os?: string;
                /** @description Only sessions whose login was at least this many hours ago. */
                readonly minAgeHours?: number | "";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListSessionsSuccess"];
                };
            };
        };
    };
    readonly endSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SessionsToEnd"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EndSessionsSuccess"];
                };
            };
        };
    };
    readonly endSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EndSessionSuccess"];
                };
            };
        };
    };
    readonly listThrottles: {
        readonly parameters: {
            readonly query?: {
                /** @description The page, from 1 (default). */
                readonly pageIndex?: number;
                /** @description Entries per page, 10 by default. A larger size than 200 is reduced to 200. */
                readonly pageSize?: number;
                /** @description Only usernames of users with this role, such as `admin`. */
                readonly roleKey?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListThrottlesSuccess"];
                };
            };
        };
    };
    readonly releaseThrottles: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ThrottleIds"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReleaseThrottlesSuccess"];
                };
            };
        };
    };
    readonly releaseThrottle: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReleaseThrottleSuccess"];
                };
            };
        };
    };
    readonly listLoginLog: {
        readonly parameters: {
            readonly query?: {
                /** @description The page, from 1 (default). */
                readonly pageIndex?: number;
                /** @description Entries per page, 10 by default. A larger size than 200 is reduced to 200. */
                readonly pageSize?: number;
                /** @description Selects keyset pagination: empty for the first page, then the value of `next` from the previous page. */
                readonly after?: string;
                /** @description The whole name, or its beginning and an asterisk (`ali*`). `ali\*` is the whole name `ali*`. Upper and lower case differ. */
                readonly username?: string;
                /** @description An address (`10.0.0.5`), a network (`10.0.0.0/16`, `2001:db8::/32`) or the first numbers of an address (`10.0`). */
                readonly ipaddr?: string;
                /** @description `2` success, `1` failure, `3` first step of a login with a second factor. */
                readonly status?: "1" | "2" | "3" | "";
                /** @description Such as `credentials-wrong`. */
                readonly reason?: string;
                /** @description The steps of one login. */
                readonly loginKey?: string;
                /** @description Only logins from networks from which the user had not logged in before. */
                readonly newNetwork?: "true" | "";
                /** @description RFC 3339 or a day, in UTC. */
                readonly beginTime?: string;
                /** @description RFC 3339 or a day, in UTC. The day is included. */
                readonly endTime?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListLoginLogSuccess"];
                };
            };
        };
    };
    readonly deleteLoginLogEntries: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Ids"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeleteLoginLogEntriesSuccess"];
                };
            };
        };
    };
    readonly exportLoginLog: {
        readonly parameters: {
            readonly query?: {
                /** @description The whole name, or its beginning and an asterisk (`ali*`). `ali\*` is the whole name `ali*`. Upper and lower case differ. */
                readonly username?: string;
                /** @description An address (`10.0.0.5`), a network (`10.0.0.0/16`, `2001:db8::/32`) or the first numbers of an address (`10.0`). */
                readonly ipaddr?: string;
                /** @description `2` success, `1` failure, `3` first step of a login with a second factor. */
                readonly status?: "1" | "2" | "3" | "";
                /** @description Such as `credentials-wrong`. */
                readonly reason?: string;
                /** @description The steps of one login. */
                readonly loginKey?: string;
                /** @description Only logins from networks from which the user had not logged in before. */
                readonly newNetwork?: "true" | "";
                /** @description RFC 3339 or a day, in UTC. */
                readonly beginTime?: string;
                /** @description RFC 3339 or a day, in UTC. The day is included. */
                readonly endTime?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The file, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/csv": string;
                    readonly "application/json": components["schemas"]["Unauthorized"] | components["schemas"]["Conflict"] | components["schemas"]["InvalidParameters"] | components["schemas"]["RateLimited"];
                };
            };
        };
    };
    readonly getLoginLogEntry: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetLoginLogEntrySuccess"];
                };
            };
        };
    };
    readonly deleteLoginLogEntry: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeleteLoginLogEntrySuccess"];
                };
            };
        };
    };
    readonly listAuditLog: {
        readonly parameters: {
            readonly query?: {
                /** @description The page, from 1 (default). */
                readonly pageIndex?: number;
                /** @description Entries per page, 10 by default. A larger size than 200 is reduced to 200. */
                readonly pageSize?: number;
                /** @description Selects keyset pagination: empty for the first page, then the value of `next` from the previous page. */
                readonly after?: string;
                /** @description The username of the operator. The whole name, or its beginning and an asterisk (`ali*`). `ali\*` is the whole name `ali*`. Upper and lower case differ. */
                readonly operator?: string;
                /** @description Such as `user.create`. */
                readonly action?: string;
                /** @description Such as `user`, `role` or `policy`. */
                readonly targetKind?: string;
                /** @description The id of the changed resource. */
                readonly targetId?: number | "";
                /** @description The name of what was changed, such as a username or the key of a role. A change of the rules of several roles matches each of their keys. */
                readonly target?: string;
                /** @description RFC 3339 or a day, in UTC. */
                readonly beginTime?: string;
                /** @description RFC 3339 or a day, in UTC. The day is included. */
                readonly endTime?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListAuditLogSuccess"];
                };
            };
        };
    };
    readonly exportAuditLog: {
        readonly parameters: {
            readonly query?: {
                /** @description The username of the operator. The whole name, or its beginning and an asterisk (`ali*`). `ali\*` is the whole name `ali*`. Upper and lower case differ. */
                readonly operator?: string;
                /** @description Such as `user.create`. */
                readonly action?: string;
                /** @description Such as `user`, `role` or `policy`. */
                readonly targetKind?: string;
                /** @description The id of the changed resource. */
                readonly targetId?: number | "";
                /** @description The name of what was changed, such as a username or the key of a role. A change of the rules of several roles matches each of their keys. */
                readonly target?: string;
                /** @description RFC 3339 or a day, in UTC. */
                readonly beginTime?: string;
                /** @description RFC 3339 or a day, in UTC. The day is included. */
                readonly endTime?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The file, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/csv": string;
                    readonly "application/json": components["schemas"]["Unauthorized"] | components["schemas"]["Conflict"] | components["schemas"]["InvalidParameters"] | components["schemas"]["RateLimited"];
                };
            };
        };
    };
    readonly getAuditLogEntry: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetAuditLogEntrySuccess"];
                };
            };
        };
    };
    readonly listExclusions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListExclusionsSuccess"];
                };
            };
        };
    };
    readonly listRoutes: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListRoutesSuccess"];
                };
            };
        };
    };
    readonly requestLoginCode: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CodeRequest"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RequestLoginCodeSuccess"];
                };
            };
        };
    };
    readonly startOidcLogin: {
        readonly parameters: {
            readonly query: {
                /** @description The identifier of the captcha. */
                readonly uuid: string;
                /** @description The text of the captcha. */
                readonly code: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description The name of the provider, as `GET /api/v1/app-config` lists it. */
                readonly provider: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StartOidcLoginSuccess"];
                };
            };
        };
    };
    readonly startPasskeyLogin: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PasskeyLoginStart"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StartPasskeyLoginSuccess"];
                };
            };
        };
    };
    readonly startPasskeyRegistration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StartPasskeyRegistrationSuccess"];
                };
            };
        };
    };
    readonly addPasskey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewPasskey"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AddPasskeySuccess"];
                };
            };
        };
    };
    readonly renamePasskey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PasskeyChange"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RenamePasskeySuccess"];
                };
            };
        };
    };
    readonly removePasskey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RemovePasskeySuccess"];
                };
            };
        };
    };
    readonly removePasskeyOfUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
                readonly passkeyId: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RemovePasskeyOfUserSuccess"];
                };
            };
        };
    };
    readonly requestPasswordLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ForgottenPassword"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RequestPasswordLinkSuccess"];
                };
            };
        };
    };
    readonly setPasswordByLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PasswordByLink"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SetPasswordByLinkSuccess"];
                };
            };
        };
    };
    readonly inviteUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InviteUserSuccess"];
                };
            };
        };
    };
    readonly getOwnLoginMethods: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetOwnLoginMethodsSuccess"];
                };
            };
        };
    };
    readonly getLoginMethodsOfUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetLoginMethodsOfUserSuccess"];
                };
            };
        };
    };
    readonly linkUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewUserLink"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LinkUserSuccess"];
                };
            };
        };
    };
    readonly unlinkUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
                readonly linkId: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UnlinkUserSuccess"];
                };
            };
        };
    };
    readonly startSecondFactor: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StartSecondFactorSuccess"];
                };
            };
        };
    };
    readonly removeSecondFactor: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SecondFactorCode"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RemoveSecondFactorSuccess"];
                };
            };
        };
    };
    readonly confirmSecondFactor: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SecondFactorCode"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConfirmSecondFactorSuccess"];
                };
            };
        };
    };
    readonly renewRecoveryCodes: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SecondFactorCode"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RenewRecoveryCodesSuccess"];
                };
            };
        };
    };
    readonly resetSecondFactor: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResetSecondFactorSuccess"];
                };
            };
        };
    };
    readonly countRoleSecondFactors: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CountRoleSecondFactorsSuccess"];
                };
            };
        };
    };
    readonly listWaitingServiceAccounts: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListWaitingServiceAccountsSuccess"];
                };
            };
        };
    };
    readonly acceptServiceAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AcceptServiceAccountSuccess"];
                };
            };
        };
    };
    readonly listServiceAccounts: {
        readonly parameters: {
            readonly query?: {
                /** @description The page, from 1 (default). */
                readonly pageIndex?: number;
                /** @description Entries per page, 10 by default. A larger size than 200 is reduced to 200. */
                readonly pageSize?: number;
                /** @description A part of the username. */
                readonly search?: string;
                /** @description `2` enabled, `1` disabled. */
                readonly status?: "1" | "2";
                /** @description Only the accounts of these owners: their ids, separated by commas. */
                readonly ownerIds?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListServiceAccountsSuccess"];
                };
            };
        };
    };
    readonly addServiceAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewServiceAccount"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AddServiceAccountSuccess"];
                };
            };
        };
    };
    readonly getServiceAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetServiceAccountSuccess"];
                };
            };
        };
    };
    readonly changeServiceAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ServiceAccountChange"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangeServiceAccountSuccess"];
                };
            };
        };
    };
    readonly addServiceSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AddServiceSecretSuccess"];
                };
            };
        };
    };
    readonly removeServiceSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
                readonly secretId: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RemoveServiceSecretSuccess"];
                };
            };
        };
    };
    readonly addServiceKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewServiceKey"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AddServiceKeySuccess"];
                };
            };
        };
    };
    readonly removeServiceKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
                readonly keyId: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RemoveServiceKeySuccess"];
                };
            };
        };
    };
    readonly listOwnAccessRequests: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListOwnAccessRequestsSuccess"];
                };
            };
        };
    };
    readonly requestAccess: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewAccessRequest"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RequestAccessSuccess"];
                };
            };
        };
    };
    readonly withdrawAccessRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WithdrawAccessRequestSuccess"];
                };
            };
        };
    };
    readonly listAccessRequests: {
        readonly parameters: {
            readonly query?: {
                /** @description The page, from 1 (default). */
                readonly pageIndex?: number;
                /** @description Entries per page, 10 by default. A larger size than 200 is reduced to 200. */
                readonly pageSize?: number;
                /** @description `waiting` includes outdated ones. */
                readonly status?: "" | "waiting" | "approved" | "refused" | "withdrawn" | "expired";
                /** @description Only requests of this user. */
                readonly userId?: number | "";
                /** @description Only requests for this role. */
                readonly roleKey?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListAccessRequestsSuccess"];
                };
            };
        };
    };
    readonly decideAccessRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AccessDecision"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DecideAccessRequestSuccess"];
                };
            };
        };
    };
    readonly listOwnConfirmations: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListOwnConfirmationsSuccess"];
                };
            };
        };
    };
    readonly withdrawConfirmation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WithdrawConfirmationSuccess"];
                };
            };
        };
    };
    readonly decideSuspension: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SuspensionDecision"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DecideSuspensionSuccess"];
                };
            };
        };
    };
    readonly suspendUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SuspendUserSuccess"];
                };
            };
        };
    };
    readonly listConfirmations: {
        readonly parameters: {
            readonly query?: {
                /** @description The page, from 1 (default). */
                readonly pageIndex?: number;
                /** @description Entries per page, 10 by default. A larger size than 200 is reduced to 200. */
                readonly pageSize?: number;
                readonly status?: "waiting" | "confirmed" | "refused" | "used" | "withdrawn" | "expired" | "";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListConfirmationsSuccess"];
                };
            };
        };
    };
    readonly decideConfirmation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ConfirmationDecision"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DecideConfirmationSuccess"];
                };
            };
        };
    };
    readonly getMenus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetMenusSuccess"];
                };
            };
        };
    };
    readonly previewDataScope: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DataScopeChange"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PreviewDataScopeSuccess"];
                };
            };
        };
    };
    readonly previewPolicy: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PolicyChange"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PreviewPolicySuccess"];
                };
            };
        };
    };
    readonly explainAccess: {
        readonly parameters: {
            readonly query: {
                readonly roleKey?: string;
                readonly userId?: number;
                readonly username?: string;
                readonly tokenId?: string;
                readonly path: string;
                readonly method: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExplainAccessSuccess"];
                };
            };
        };
    };
    readonly explainRefusals: {
        readonly parameters: {
            readonly query?: {
                readonly requestId?: string;
                readonly userId?: number;
                readonly username?: string;
                readonly tokenId?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExplainRefusalsSuccess"];
                };
            };
        };
    };
    readonly listRefusalGroups: {
        readonly parameters: {
            readonly query?: {
                /** @description The page, from 1 (default). */
                readonly pageIndex?: number;
                /** @description Entries per page, 10 by default. A larger size than 200 is reduced to 200. */
                readonly pageSize?: number;
                /** @description Such as `permission-denied`. */
                readonly reason?: string;
                /** @description The role in the token; `-` for requests without a valid token. */
                readonly roleKey?: string;
                readonly method?: string;
                /** @description The `route` of a group. */
                readonly route?: string;
                readonly userId?: number | "";
                /** @description RFC 3339 or a day, in UTC. */
                readonly beginTime?: string;
                /** @description RFC 3339 or a day, in UTC. The day is included. */
                readonly endTime?: string;
                /** @description The field to sort by. */
                readonly orderBy?: "refusedAt" | "count" | "users";
                /** @description Ascending by default. */
                readonly order?: "asc" | "desc";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListRefusalGroupsSuccess"];
                };
            };
        };
    };
    readonly listRefusedRequests: {
        readonly parameters: {
            readonly query?: {
                /** @description The page, from 1 (default). */
                readonly pageIndex?: number;
                /** @description Entries per page, 10 by default. A larger size than 200 is reduced to 200. */
                readonly pageSize?: number;
                /** @description Such as `permission-denied`. */
                readonly reason?: string;
                /** @description The role in the token; `-` for requests without a valid token. */
                readonly roleKey?: string;
                readonly method?: string;
                /** @description The `route` of a group. */
                readonly route?: string;
                readonly userId?: number | "";
                /** @description RFC 3339 or a day, in UTC. */
                readonly beginTime?: string;
                /** @description RFC 3339 or a day, in UTC. The day is included. */
                readonly endTime?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListRefusedRequestsSuccess"];
                };
            };
        };
    };
    readonly listRulesWithUse: {
        readonly parameters: {
            readonly query: {
                /** @description The page, from 1 (default). */
                readonly pageIndex?: number;
                /** @description Entries per page, 10 by default. A larger size than 200 is reduced to 200. */
                readonly pageSize?: number;
                /** @description The key of the role. */
                readonly roleKey: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListRulesWithUseSuccess"];
                };
            };
        };
    };
    readonly compareRoles: {
        readonly parameters: {
            readonly query: {
                /** @description The key of the role. */
                readonly first: string;
                /** @description The key of the role. */
                readonly second: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CompareRolesSuccess"];
                };
            };
        };
    };
    readonly listUnusedRules: {
        readonly parameters: {
            readonly query?: {
                /** @description The page, from 1 (default). */
                readonly pageIndex?: number;
                /** @description Entries per page, 10 by default. A larger size than 200 is reduced to 200. */
                readonly pageSize?: number;
                /** @description The number of days, 1 to 3650. Default: 90. */
                readonly days?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListUnusedRulesSuccess"];
                };
            };
        };
    };
    readonly removeUnusedRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UnusedRulesCleanUp"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RemoveUnusedRulesSuccess"];
                };
            };
        };
    };
    readonly listCoveredRules: {
        readonly parameters: {
            readonly query?: {
                /** @description The page, from 1 (default). */
                readonly pageIndex?: number;
                /** @description Entries per page, 10 by default. A larger size than 200 is reduced to 200. */
                readonly pageSize?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListCoveredRulesSuccess"];
                };
            };
        };
    };
    readonly removeCoveredRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CoveredRulesCleanUp"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RemoveCoveredRulesSuccess"];
                };
            };
        };
    };
    readonly listRolesWithSameRights: {
        readonly parameters: {
            readonly query?: {
                /** @description The page, from 1 (default). */
                readonly pageIndex?: number;
                /** @description Entries per page, 10 by default. A larger size than 200 is reduced to 200. */
                readonly pageSize?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListRolesWithSameRightsSuccess"];
                };
            };
        };
    };
    readonly mergeRolesWithSameRights: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SameRightsCleanUp"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MergeRolesWithSameRightsSuccess"];
                };
            };
        };
    };
    readonly listUnusedRoles: {
        readonly parameters: {
            readonly query?: {
                /** @description The page, from 1 (default). */
                readonly pageIndex?: number;
                /** @description Entries per page, 10 by default. A larger size than 200 is reduced to 200. */
                readonly pageSize?: number;
                /** @description The number of days, 1 to 3650. Default: 90. */
                readonly days?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListUnusedRolesSuccess"];
                };
            };
        };
    };
    readonly deleteUnusedRoles: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UnusedRolesCleanUp"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeleteUnusedRolesSuccess"];
                };
            };
        };
    };
    readonly listIdleUsers: {
        readonly parameters: {
            readonly query?: {
                /** @description The page, from 1 (default). */
                readonly pageIndex?: number;
                /** @description Entries per page, 10 by default. A larger size than 200 is reduced to 200. */
                readonly pageSize?: number;
                /** @description The number of days, 1 to 3650. Default: 90. */
                readonly days?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListIdleUsersSuccess"];
                };
            };
        };
    };
    readonly disableIdleUsers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["IdleUsersCleanUp"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DisableIdleUsersSuccess"];
                };
            };
        };
    };
    readonly listEmptyScopes: {
        readonly parameters: {
            readonly query?: {
                /** @description The page, from 1 (default). */
                readonly pageIndex?: number;
                /** @description Entries per page, 10 by default. A larger size than 200 is reduced to 200. */
                readonly pageSize?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListEmptyScopesSuccess"];
                };
            };
        };
    };
    readonly verifyLoginLog: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VerifyLoginLogSuccess"];
                };
            };
        };
    };
    readonly verifyAuditLog: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VerifyAuditLogSuccess"];
                };
            };
        };
    };
    readonly listEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description The page, from 1 (default). */
                readonly pageIndex?: number;
                /** @description Entries per page, 10 by default. A larger size than 200 is reduced to 200. */
                readonly pageSize?: number;
                /** @description Such as `admin.granted`. */
                readonly kind?: "admin.granted" | "admin.password-reset" | "role.ending" | "role.full-access" | "log.tampered" | "login.failures" | "login.account-blocked" | "login.network-blocked" | "login.second-factor-failures" | "login.new-network" | "login.suppressed" | "key.added" | "key.signing" | "key.removed" | "admin.second-factor-reset" | "password.change-required" | "passkey.copied" | "administration.mapped" | "admin.suspended" | "admin.suspension-decided" | "confirmation.asked" | "four-eyes.bypassed" | "four-eyes.too-few-confirmers" | "access.requested" | "access.decided" | "system.imported";
                readonly severity?: "info" | "warning" | "critical";
                /** @description Only events with a larger id. */
                readonly after?: string;
                /** @description Only the event with this id. */
                readonly id?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListEventsSuccess"];
                };
            };
        };
    };
    readonly getReadEvents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetReadEventsSuccess"];
                };
            };
        };
    };
    readonly markEventsRead: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EventRead"];
            };
        };
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MarkEventsReadSuccess"];
                };
            };
        };
    };
    readonly streamEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description Sends the events after the one with this id. */
                readonly after?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The stream, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": string;
                    readonly "application/json": components["schemas"]["Unauthorized"] | components["schemas"]["Conflict"] | components["schemas"]["InvalidParameters"] | components["schemas"]["RateLimited"];
                };
            };
        };
    };
    readonly getOverview: {
        readonly parameters: {
            readonly query?: {
                /** @description The length of the period in whole hours, of which the last is the current hour; at most one week. */
                readonly hours?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetOverviewSuccess"];
                };
            };
        };
    };
    readonly getCluster: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetClusterSuccess"];
                };
            };
        };
    };
    readonly getSystem: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success, or a refusal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetSystemSuccess"];
                };
            };
        };
    };
    readonly getOpenapi: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The OpenAPI document, or a refusal by the rate limit. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetOpenapiSuccess"] | components["schemas"]["RateLimited"];
                };
            };
        };
    };
    readonly getDocsPage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The file, or a refusal by the rate limit. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/html": string;
                    readonly "application/json": components["schemas"]["RateLimited"];
                };
            };
        };
    };
    readonly getDocsStyles: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The file, or a refusal by the rate limit. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/css": string;
                    readonly "application/json": components["schemas"]["RateLimited"];
                };
            };
        };
    };
    readonly getDocsScript: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The file, or a refusal by the rate limit. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/javascript": string;
                    readonly "application/json": components["schemas"]["RateLimited"];
                };
            };
        };
    };
    readonly getDocsStartScript: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The file, or a refusal by the rate limit. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/javascript": string;
                    readonly "application/json": components["schemas"]["RateLimited"];
                };
            };
        };
    };
    readonly authorize: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The request is allowed. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuthorizeSuccess"];
                };
            };
        };
    };
    readonly getLiveness: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The process handles requests. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/plain": string;
                };
            };
        };
    };
    readonly getReadiness: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Requests are handled. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/plain": string;
                };
            };
        };
    };
}
/** The reasons of refusals, in the header `X-Castellan-Reason`. */
export type RefusalReason =
  | 'admin-only'
  | 'admin-role-fixed'
  | 'all-data-required'
  | 'beyond-own-role'
  | 'body-too-large'
  | 'captcha-wrong'
  | 'changed-meanwhile'
  | 'confirmation-decided'
  | 'confirmation-impossible'
  | 'confirmation-own'
  | 'confirmation-required'
  | 'credentials-wrong'
  | 'cross-site'
  | 'department-cycle'
  | 'department-foreign'
  | 'department-in-use'
  | 'department-unknown'
  | 'fault'
  | 'headers-too-large'
  | 'invalid-parameters'
  | 'key-limit'
  | 'key-taken'
  | 'last-admin'
  | 'link-invalid'
  | 'link-taken'
  | 'media-type-unsupported'
  | 'message-not-sent'
  | 'method-not-allowed'
  | 'not-found'
  | 'not-invitable'
  | 'not-served'
  | 'not-suspended'
  | 'old-password-wrong'
  | 'original-request-unclear'
  | 'own-account'
  | 'own-department'
  | 'own-link'
  | 'own-passkey'
  | 'own-password'
  | 'own-request'
  | 'own-role'
  | 'own-role-ends'
  | 'own-second-factor'
  | 'own-suspension'
  | 'passkey-invalid'
  | 'passkey-limit'
  | 'passkey-taken'
  | 'password-change-due'
  | 'password-changed'
  | 'password-links-disabled'
  | 'path-not-canonical'
  | 'permission-denied'
  | 'provider-unavailable'
  | 'proxy-not-trusted'
  | 'rate-limited'
  | 'recent-login-required'
  | 'report-outdated'
  | 'request-decided'
  | 'request-limit'
  | 'request-malformed'
  | 'request-outdated'
  | 'role-ended'
  | 'role-held'
  | 'role-in-use'
  | 'role-key-taken'
  | 'role-not-requestable'
  | 'role-requested'
  | 'role-unknown'
  | 'route-unknown'
  | 'rule-unknown'
  | 'second-factor-due'
  | 'second-factor-enabled'
  | 'second-factor-expired'
  | 'second-factor-missing'
  | 'second-factor-not-started'
  | 'second-factor-required'
  | 'second-factor-wrong'
  | 'secret-limit'
  | 'service-account'
  | 'service-account-method'
  | 'service-account-owner'
  | 'service-account-request'
  | 'service-account-role'
  | 'session-ended'
  | 'session-limit'
  | 'session-replaced'
  | 'suspension-impossible'
  | 'token-expired'
  | 'token-malformed'
  | 'token-missing'
  | 'token-revoked'
  | 'too-few-confirmers'
  | 'unavailable'
  | 'upstream-timeout'
  | 'upstream-unavailable'
  | 'user-suspended'
  | 'user-unknown'
  | 'username-address'
  | 'username-taken'
