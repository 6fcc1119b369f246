import 'dayjs/locale/zh-cn'
import zhCN from 'antd/es/locale/zh_CN'
import dayjs from 'dayjs'

dayjs.locale('zh-cn')

export default zhCN
