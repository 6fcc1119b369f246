import type { Words } from '../../../core/service/words.ts'

export const FOUR_EYES_WORDS = {
  refusals: {
    'confirmation-required': {
      code: 409,
      en: 'A second administrator has to confirm this change (confirmation {confirmationId}). Send the same request again after the confirmation, within {minutes} minutes.',
      zh: '此更改须由第二位管理员确认（确认单 {confirmationId}）。确认后请在 {minutes} 分钟内再次发送相同的请求。',
      data: {
        ids: ['confirmationId'],
        bodyName: 'ConfirmationRequired',
        dataName: 'RequiredConfirmation',
        description:
          'Nothing was changed: a second administrator has to confirm the change. Send the same request again after the confirmation.',
      },
    },
    'confirmation-impossible': {
      code: 409,
      en: 'A second administrator has to confirm this change, which is not possible: {problem}',
      zh: '此更改须由第二位管理员确认，但无法进行：{problem}',
    },
    'confirmation-decided': {
      code: 409,
      en: 'This confirmation is closed: it was confirmed, refused, used or withdrawn, or it has expired.',
      zh: '该确认单已结束：已有人处理、已使用、已撤回，或已过期。',
    },
    'confirmation-own': {
      code: 409,
      en: 'You have asked for this change, or it concerns you. Another administrator has to decide.',
      zh: '此更改由您发起或与您有关，须由其他管理员处理。',
    },
    'too-few-confirmers': {
      code: 409,
      en: 'Fewer than two enabled administrators without an end of their role would be left, who confirm changes. Add another admin first.',
      zh: '操作后可确认更改的启用管理员（角色无期限）将少于两名，请先添加其他管理员。',
    },
    'suspension-impossible': {
      code: 409,
      en: 'The user cannot be suspended: {problem}',
      zh: '无法暂停该用户：{problem}',
    },
    'user-suspended': {
      code: 409,
      en: '"{name}" is suspended. Another admin has to restore the user or keep the user disabled first.',
      zh: '“{name}”已被暂停，须先由其他管理员恢复该用户，或保持其停用。',
    },
    'not-suspended': {
      code: 409,
      en: '"{name}" is not suspended, or somebody has already decided.',
      zh: '“{name}”未被暂停，或已有人处理。',
    },
    'own-suspension': {
      code: 409,
      en: 'You and "{name}" were suspended together. Another admin has to decide.',
      zh: '您与“{name}”曾被一同暂停，须由其他管理员处理。',
    },
  },
  changeRefusals: {
    ofAnything: ['confirmation-required', 'confirmation-impossible', 'too-few-confirmers', 'user-suspended'],
  },
  auditActions: {
    'user.suspend': {},
    'user.restore': { enables: true },
    'user.keep-disabled': {},
    'confirmation.ask': {},
    'confirmation.confirm': {},
    'confirmation.refuse': {},
    'confirmation.withdraw': {},
    'confirmation.use': {},
  },
  events: {
    'admin.suspended': {
      severity: 'critical',
      text: {
        en: '“{operator}” has suspended the admin “{username}”: both are disabled until another admin or a command decides about each.',
        zh: '“{operator}”暂停了管理员“{username}”：在其他管理员或命令分别处理之前，二人均被停用。',
      },
    },
    'admin.suspension-decided': {
      severity: 'critical',
      text: {
        en: '“{operator}” has decided about the suspended admin “{username}”: {change}.',
        zh: '“{operator}”已处理被暂停的管理员“{username}”：{change}。',
      },
    },
    'confirmation.asked': {
      severity: 'warning',
      text: {
        en: '“{operator}” asks a second administrator to confirm a change ({kinds}): confirmation {confirmationId}.',
        zh: '“{operator}”请求第二位管理员确认更改（{kinds}）：确认单 {confirmationId}。',
      },
    },
    'four-eyes.bypassed': {
      severity: 'critical',
      text: {
        en: '“{operator}” has made a change on the machine that requires a second administrator over HTTP ({kinds}).',
        zh: '“{operator}”在本机执行了通常须由第二位管理员确认的更改（{kinds}）。',
      },
    },
    'four-eyes.too-few-confirmers': {
      severity: 'critical',
      text: {
        en: 'Changes that a second administrator has to confirm are refused: they require two enabled administrators whose role has no end, and the service has {count}.',
        zh: '须由第二位管理员确认的更改将被拒绝：至少需要两名角色无期限且启用的管理员，目前有 {count} 名。',
      },
    },
  },
  eventFields: ['count', 'confirmationId', 'kinds'],
  things: { confirmation: '确认单' },
  tags: {
    confirmations: 'Changes that a second administrator has to confirm.',
  },
  paths: { confirmations: ['confirmation'] },
} as const satisfies Words
