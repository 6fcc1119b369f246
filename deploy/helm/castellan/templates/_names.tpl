{{/* What Services, the NetworkPolicy and the StatefulSet select. It differs between two installations in one namespace. */}}
{{- define "castellan.selector" -}}
app.kubernetes.io/name: castellan
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "castellan.labels" -}}
{{ include "castellan.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "castellan.image" -}}
{{- with .Values.image -}}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}
