/**
 * Signing secrets that anyone can look up: defaults of products, and examples that were copied from documentation and
 * tutorials into thousands of repositories. Letter case and separators make no difference (see secret.ts).
 */
const ofProducts = [
  'go-admin',
  'abcdefghijklmnopqrstuvwxyz', // RuoYi
  'qmPlus', // gin-vue-admin
  'bladexisapowerfulmicroservicearchitectureupgradedandoptimizedfromacommercialproject', // SpringBlade
  'SecretKey012345678901234567890123456789012345678901234567890123456789', // Nacos
  'VGhpc0lzTXlDdXN0b21TZWNyZXRLZXkwMTIzNDU2Nzg=', // Nacos
  'NzViOWFlNjYtMWM3MC00ZDYwLTg4OWUtMjYxYTdhMzA1Y2Jm', // Nacos
  '83d923c9f1d8fcaa46cae0ed2aaa81b5', // DataEase
  'dd05f1c54d63749eda95f9fa6d49v442a', // JeecgBoot
  'signature_hmac_secret_shared_key', // Iris, KubePi
  'GCM_AES_256_secret_shared_key_32', // Iris
  'ZmQ0ZGI5NjQ0MDQwY2I4MjMxY2Y3ZmI3MjdhN2ZmMjNhODViOTg1ZGE0NTBjMGM4NDA5NzYxMjdjOWMwYWRmZTBlZjlhNGY3ZTg4Y2U3YTE1ODVkZDU5Y2Y3OGYwZWE1NzUzNWQ2YjFjZDc0NGMxZWU2MmQ3MjY1NzJmNTE0MzI=', // eladmin
  'CyaFv0bwq2Eik0jdrKUtsA6bx3sDJeFV643RLnfKefTjsIfJLBa2YkhEqEGtcHDTNe4CU6+98tVt4bisXQ13rbN0oxhUZR73M6EByXIO+SV5dKhaX0csgOCTlCxq20yhmUea6H6JIpSE2Rwp', // HertzBeat
  'dKhaX0csgOCTlCxq20yhmUea6H6JIpSE2RwpCyaFv0bwq2Eik0jdrKUtsA6bx3sDJeFV643RLnfKefTjsIfJLBa2YkhEqEGtcHDTNe4CU6+9dKhaX0csgOCTlCxq20yhmUea6H6JIpSE2Rwp', // HertzBeat
  'thingsboardDefaultSigningKey',
  '16f8c0ef4a5d391b26034086c628469d3f9f497f08163ab9b40137092f2909ef', // LibreChat
  'eaa5191f2914e30b9387fd84e254e4ba6fc51b4654968a9b0803b456a54b8418', // LibreChat
  'sk-9f73s3ljTXVcMT3Blb3ljTqtsKiGHXVcMT3BlbkFJLK7U', // Dify
  '60gp0byfz2dvffa45cxl20p1scy9xbpf6d8c5y0geejgkyp1b5', // Plane
  '569a1821-0a93-45e8-87ab-eb857f20a010', // NocoDB
  '255d861b-5ea1-5996-9aa3-922530ec40b1', // Directus
  '6116487b-cda1-52c2-b5b5-c8022c45e263', // Directus
  'r(m)9nLGnz$(_q3N4z1k(EFsMCjjjzx08x9VhNVcfd%6RF#r!6DE@+V5Zk2X', // NetBox
  'c292a0a3aa32397cdb050e233733900f', // Redash
  'hfusaf2m4ot#7)fkw#di2bu6(cv0@opwmafx5n#6=3d%x^hpl6', // Archery
  '2vym+ky!997d5kkcc64mnz06y1mmui3lut#(^wd=%s_qj$1%x', // JumpServer
  'DYhG93b0qyJfIxfs2guVoUubWwvniR2G0FgaC9mi', // CakePHP
  'x88Wf0991079889x8796a0Ac68f9ecJJU17c5Vbe8beod7d8d3e695*4', // Lin CMS
  'OQINaROshtE9TcZkNAm-5Zs2Pv3xaWytBmc5W7sPX7w=', // oauth2-proxy
  'PLEASE-CHANGE-ME-I-AM-VERY-INSECURE', // Ory
  '32-LONG-SECRET-NOT-SECURE-AT-ALL', // Ory
  'CHANGE_ME_TO_A_COMPLEX_RANDOM_SECRET', // Superset
  'YOUR_OWN_RANDOM_GENERATED_SECRET_KEY', // Superset
  'ThisTokenIsNotSoSecretChangeIt', // Symfony
  'super-secret-jwt-token-with-at-least-32-characters-long', // Supabase
  'your-super-secret-jwt-token-with-at-least-32-characters-long', // Supabase
  'reallyreallyreallyreallyverysafe', // PostgREST
  '3EK6FD+o0+c7tzBNVfjpMkNDi2yARAAKzQlk8O2IKoxQu4nF7EdAh8s3TwpHwrdWT6R', // Hasura
  'my-secret-token-to-change-in-production', // JHipster
  'bXktc2VjcmV0LXRva2VuLXRvLWNoYW5nZS1pbi1wcm9kdWN0aW9uLWFuZC10by1rZWVwLWluLWEtc2VjdXJlLXBsYWNl', // JHipster
]

const ofDocumentation = [
  'a-string-secret-at-least-256-bits-long', // jwt.io
  'your-256-bit-secret', // jwt.io
  'your-384-bit-secret', // jwt.io
  'your-512-bit-secret', // jwt.io
  '09d25e094faa6ca2556c818166b7a9563b93f7099f6f0f4caa6cf63b88e8d3e7', // FastAPI
  'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow', // RFC 7515
  'hJtXIZ2uSN5kbQfbtTNWbpdmhkV8FJG-Onbc6mxCcYg', // RFC 7520
  'Yn2kjibddFAWtnPJ2AFlL8WXmohJMCvigQggaEypa5E=', // jjwt
  'GQDstcKsx0NHjPOuXOYg5MbeJ1XT0uFiwDVvVBrk', // Jwt.Net
  'asdasdasifhueuiwyurfewbfjsdafjk', // Sa-Token
  '61311bcb-cb1a-4b57-ad02-a792b3bf6adc',
]

const ofTutorials = [
  '404E635266556A586E3272357538782F413F4428472B4B6250645367566B5970',
  '5367566B59703373367639792F423F4528482B4D6251655468576D5A71347437',
  '413F4428472B4B6250655368566D5970337336763979244226452948404D6351',
  '586B633834416E396D7436753879382F423F4428482B4C6250655367566B5970',
  '357638792F423F4428472B4B6250655368566D597133743677397A2443264629',
  '2D4A614E645267556B58703273357638792F423F4428472B4B6250655368566D',
  '645267556B58703273357638792F423F4528482B4D6251655468576D5A713474',
  '66546A576E5A7234753778214125442A472D4B614E645267556B587032733576',
  '66546A5744444446E5A7234743777217A25432A462D4A614E645267556B587032733576',
  '404E635266556A586E3272357F4428472B4B6250645367566B5970',
  '3cfa76ef14937c1c0ea519f8fc057a80fcd04a7420f8e8bcd0a7567c272e007b',
  'daf66e01593f61a15b857cf433aae03a005812b31234e149036bcc8dee755dbb',
  '9faa372517ac1d389758d3750fc07acf00f542277f26fec1ce4593e93f64e338',
  '9a4f2c8d3b7a1e6f45c8a0b3f267d8b1d4e6f3c8a9d2b5f8e3a9c8b5f6v8a3d9',
  '9a2f8c4e6b7a1d5f9a2f8c4e6b7a1d5f9a2f8c4e6b7a1d5f9a2f8c4e6b7a1d5f',
  '9a67c57b8593a32f6b3e9a1b4c7d8e2f0a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d',
  '4f7e2a9b3c5d8e0f1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b1c2d3e4f',
  '3f9a871bc44d891e72aa5c917df40a0b4f8c32d2e55bc1a8e66d992ff3ccdeaa',
  '3K9mNpQ7rS2vX5yB8eG1hJ4lM6nP9qR3tU6vW8xZ0aC2dF5gH7iK0mL3oN6pQ9sT',
  '5Jf8Kl9mN3pQ6rS8tU1vW4xY7zA2bC5dE8fG1hJ4kL7mN0pQ3rS6tU9vW2xY5zA8',
  '76bd425b6f29f7fcc2e0bfc286043df1',
  'MDk4ZjZiY2Q0NjIxZDM3M2NhZGU0ZTgzMjYyN2I0ZjY=',
  'asdfSFS34wfsdfsdfSDSD32dfsddDDerQSNCK34SOWEK5354fdgdf4',
  'afafasfafafasfasfasfafacasdasfasxASFACASDFACASDFASFASFDAFASFASDAADSCSDFADCVSGCFVADXCcadwavfsfarvf',
  'jxgEQeXHuPq8VdbyYFNkANdudQ53YUn4',
  'TaK+HaV^uvCHEFsEVfypW#7g9^k*Z8$V',
  '======================BezKoder=Spring===========================',
  'silvernine-tech-spring-boot-jwt-tutorial-secret',
  'ukc8BDbRigUDaY6pZFfWus2jZWLPHO',
  'r9iMKoe5CRMgvJBBtp4HrqN7QiPpUToj',
  'db3OIsj+BXE9NZDy0t8W3TcNekrF+2d/1sFnWG4HnV8TZY30iTOdtVWJG8abWvB1GlOgJuQZdcF2Luqm/hccMw==',
  '401b09eab3c013d4ca54922bb802bec8fd5318192b0a75f201d8b3727429090fb337591abd3e44453b954555b7a0812e1081c39b740293f765eae731f5a65ed1',
  'JWTAuthenticationHIGHsecuredPasswordVVVp1OH7Xzyr',
  'ByYM000OLlMQG6VVVp1OH7Xzyr7gHuw1qvUC5dcGt3SNM',
  'ijurkbdlhmklqacwqzdxmkkhvqowlyqa',
  '856FECBA3B06519C8DDDBC80BB080553',
  'DhftOS5uphK3vmCJQrexST1RsyjZBjXWRgJMFPU4',
  'C1CF4B7DC4C4175B6618DE4F55CA4',
  'this is my custom Secret key for authnetication',
  'THIS IS USED TO SIGN AND VERIFY JWT TOKENS, REPLACE IT WITH YOUR OWN SECRET, IT CAN BE ANY STRING',
  'the secret that needs to be at least 16 characters long for HmacSha256',
  'eyJhbGciOiJIUzI1NiJ9.ew0KICAic3ViIjogIjEyMzQ1Njc4OTAiLA0KICAibmFtZSI6ICJBbmlzaCBOYXRoIiwNCiAgImlhdCI6IDE1MTYyMzkwMjINCn0',
  'qwertyuiopasdfghjklzxcvbnm123456',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'secretsecretsecretsecretsecretsecret',
  '0123456789abcdef0123456789abcdef',
  '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
  'abcdefghijklmnopqrstuvwxyz0123456789',
  'abcdefghijklmnopqrstuvwxyz012345',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ123456',
  '12345678901234567890123456789012',
  'thisisaverylongsecretkeyforjwtauthentication',
  'MySuperSecretKey123456789012345678901234',
  'YourSuperSecretKeyThatIsAtLeast32CharactersLong!',
  'ThisIsASecretKeyForJWTTokenGeneration',
  'your-super-secret-jwt-key-change-this-in-production',
  'your-secret-key-change-in-production',
  'your-secret-key-here-make-it-long-and-random',
  'mySecretKeyForJWTTokenGenerationThatShouldBeLongEnough',
  'dev-secret-key-change-in-production-min-32-chars',
]

export const knownSecrets: readonly string[] = [...ofProducts, ...ofDocumentation, ...ofTutorials]
