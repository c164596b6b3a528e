"""What software teams build with, by name: lower case, as it is written in talk. Versions may follow a name."""

from __future__ import annotations

NAMES = """
python java golang go rust kotlin typescript javascript ruby php scala swift elixir clojure haskell zig dart c++ c#
fastapi django flask litestar starlette express nestjs koa fastify spring rails laravel symfony gin echo fiber axum actix phoenix quarkus
react vue angular svelte sveltekit solid next.js nuxt remix astro htmx jquery tailwind bootstrap sass less vite webpack rollup esbuild turbopack
react-native flutter electron tauri qt unity godot
postgres postgresql mysql mariadb sqlite mongodb mongo oracle redis valkey memcached cassandra clickhouse duckdb dynamodb elasticsearch opensearch snowflake bigquery redshift tidb neo4j supabase firebase
kafka rabbitmq nats pulsar celery sidekiq rq temporal airflow dagster prefect dbt spark flink
sqlalchemy alembic prisma drizzle typeorm hibernate mybatis flyway liquibase knex ecto gorm
pytest unittest jest vitest mocha playwright cypress selenium junit testng rspec hypothesis tox nox
ruff black flake8 pylint mypy pyright isort eslint prettier biome stylelint clippy rustfmt gofmt golangci-lint rubocop checkstyle
npm pnpm yarn bun deno node nodejs pip uv poetry conda pipenv cargo maven gradle bazel make cmake nix homebrew
docker podman kubernetes k8s helm terraform pulumi ansible nomad vagrant nginx caddy traefik envoy
jenkins gitlab github bitbucket circleci buildkite argo argocd aws gcp azure heroku vercel netlify cloudflare hetzner digitalocean
sentry datadog grafana prometheus loki jaeger opentelemetry kibana splunk
graphql grpc rest openapi protobuf json yaml toml markdown latex
jira linear trello asana notion confluence slack discord teams figma storybook
pytorch tensorflow jax numpy pandas polars langchain jupyter
飞书 钉钉 企业微信 阿里云 腾讯云 华为云 禅道 语雀 微信小程序 小程序
"""

# What of a project such a name may stand for.
PARTS_EN = (
    r"(?:(?:main |primary |prod(?:uction)? |staging |new )?(?:db|database|data ?store)|back-?end|front-?end|server|client|ci|ci/cd|cd|(?:tech )?stack|orm|(?:web |test |ui )?framework|(?:message |job |task )?queue|cache|hosting|auth|api|prod(?:uction)?|staging"
    r"|(?:mono)?repo|build(?: system| tool)?|linter|linting|formatter|formatting|tests?|testing|test runner|unit tests|e2e(?: tests)?|type[- ]check(?:ing|er)|package manager|packages|dependencies|deps|logging|logs|monitoring|metrics|tracing|infra(?:structure)?|deploy(?:s|ments?|ing)?|migrations?|styling|styles|css|ui|state management|search|docs|documentation|ticketing|tickets|tracker|issues|code review|version control|codebase|app|website|site|(?:admin|internal|customer|analytics) (?:dashboard|panel|site|portal|tool)|dashboard|scripts?|pipelines?|jobs|scheduling|secrets|containers?)"
)
PARTS_ZH = r"(?:数据库|db|DB|缓存|后端|前端|服务端|客户端|移动端|框架|队列|消息队列|测试|单测|单元测试|代码检查|lint|格式化|包管理器?|依赖管理?|部署|迁移|日志|监控|CI|ci|构建|打包|代码仓库|仓库|代码托管|文档|网关|鉴权|登录|搜索|样式|UI|ui|接口|任务管理|需求管理|沟通|项目管理|语言|技术栈|服务器|配置中心)"
